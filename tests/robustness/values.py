"""Values that are tried in the options and arguments of commands: good, odd and hostile ones."""

NUMBERS = (
    *("", " ", "0", "-1", "1", "2", "31", "49", "50", "60", "80", "100", "101", "9999"),
    *("10000", "1.5", "nan", "NaN", "inf", "1e999", "1e3", "0x10", "1_000", "+5", "\u0663"),
    *("\U0001d7dc", "²", "½", str(2**31), str(2**63), str(2**64), str(10**30), "9" * 5_000),
    *("-" + "9" * 5000, "--", "-", "-0", "00", " 5 ", "5\n", "5%", "%", "five", "\udcff"),
    *("true",),
)
TEXTS = (
    *("", " ", "\t", "\n", "-", "--", "---", "-x", "--help", "--json", "--force", ".", ".."),
    *("/", "~", "~root", "~nobody-there/x", "../../x", "con", "nul", "lpt1", "a/b", "a\\b"),
    *("*", "?", "[a-z]", "{a,b}", "$HOME", "`id`", "%s%n", "{0}", "{x}", "{", "}", "!", "#"),
    *("'", '"', "\\", "[bold]x[/bold]", "[/]", "[red", "\x1b[2J\x1b]0;owned\x07", "\x07"),
    *("\x7f", "\r", "\u202eabc", "\u200b", "\ufeff", "é", "é", "\u0130", "ß", "\u6f22\u5b57"),
    *("\u05e9\u05dc\u05d5\u05dd", "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"),
    *("\udc80", "\udcff\udcfe", "a\u2028b", "A" * 300, "A" * 100_000, "é" * 200),
    *("\u0661\u0662\u0663", "0", "-1", "1e999", "null", "None", "nan", "a,b", ",", ",,,", ";"),
    *(":", "=", "a=", "=a", "a=b=c", "a:1", ":1", "a:-1", "a:99999999999999999999", "x" * 255),
    *("x" * 256, "PBA", "PBA3-AMYD-974S-V5A2-A"),
)
# Where a file may lie: `world` lays these out.
PLACES = (
    *("list.json", "mine", "union-50", "folder", "folder/", "empty", "broken.json", "list.txt"),
    *("list.csv", "list.html", "list.pdf", "b.jsonl", "g.jsonl", "state.json", "board.txt"),
    *("army.json", "traits.json", "save.json", "own.txt", "table.csv", "trial", "trial:1"),
    *("trial:0", "trial:99", "trial:x", "/dev/null", "/dev/zero", "/dev/full", "pipe"),
    *("socket", "loop", "dangling", "closed", "binary", "packed.gz", "utf16.json", "bom.json"),
    *("crlf.json", "bom.csv", "utf16.csv", "latin.csv", "latin.txt", "version99.json"),
    *("double.json", "deep.json", "giant-number.json", "minus-zero.json", "exponent.json"),
    *("half.json", "hostile-name.json", "many.json", "null.json", "array.json", "text.json"),
    *("no/such/x", "mine/x", "list.json/x", "new.json", "new.txt", "new.pdf"),
    *("new/deep/x.json", "-o", "good", "two.jsonl", "cut.jsonl", "other-game.json", "nan.json"),
    *("/proc/self/mem", "/", ".", "..", "deep.jsonl", "null.jsonl", "table.json", "wide.csv"),
    *("pocket-general.json", "campaign.json", "loop.json"),
)
LISTS = ("mine", "union-50", "list.json", "celts-60", "romans-60", "pocket-general.json")
# Values for one option or argument, by its name.
SPECIFIC: dict[str, tuple[str, ...]] = {
    "--unit": (*("UNI10", "UNI10 UNI10", "XXX", "", "CEL01", "UNI25 UNI26", "iron brigade"),),
    "--swap": (*("1 UNI10", "1", "0 UNI10", "99 UNI10", "-1 UNI10", "1 XXX", "UNI10", "1 1 1"),),
    "--what": (
        *("roster", "roster,opponent", "tiles", "aid", "report", "pack", "x", "roster,,"),
        *("all", "roster,roster", "card", "card,chart", "locations"),
    ),
    "--agent": (
        *("random", "greedy", "search:1", "search:0", "search:-1", "search:x"),
        *("search:" + "9" * 5000, "search:99999999999999", "greedy:1", "random:", "search:1:2"),
        *("Random", "doctrine:x"),
    ),
    "--units": (*("tanks", "tanks,air", "tanks,tanks", "threat,,", "x", "infantry," * 50),),
    "--edition": (*("modern-1", "modern-99", "fantasy-1", "x"),),
    "--theme": (*("union", "x", "../x", "plain"),),
    "--precision": (
        *("25%", "0%", "100%", "0.0001%", "-3%", "26", "x%", "1e-300%", "nan%", "50%"),
    ),
    "--scheduler": (
        *("", "-", "x", "tcp://127.0.0.1:1", "127.0.0.1:99999999999999999999", "\udcff"),
    ),
    "--prefix": (*("ABC", "AB", "ABCD", "abc", "A1C", "ÀBC", "UNI"),),
    "--style": (*("balanced", "x", "elite"),),
    "--type": (*("infantry", "x"),),
    "--trait": (*("fast", "engagement+2", "x", "engagement+99"),),
    "--why": (
        *("charge a1", "charge", "charge a99", "pass", "move a1 left A rear", "x y z"),
        *("deploy a1 left A front", "shoot a1 b1", "charge " + "a1 " * 5000),
        *("eliminate b1 UNI12",),
    ),
    "--campaign": (*("pacific", "../x", "a/b"),),
    "--against": (*("field", "union", "celts-60", "union-50", "russia", "x", "-"),),
    "--army": (*("union", "germany", "UNION", "x"),),
    "--separator": (*("comma", "semicolon", "x"),),
    "--include": (*("UNI10", "CON09", "uni 10", "UNI99", "U", "UNI10,UNI11"),),
    "--resume": (*("save.json", "-", "latest"),),
    "unit": (
        *("UNI12", "UNI12,UNI14", "UNI12/1", "UNI12/99", "UNI12/-1", "UNI12/x", "union-50:1"),
        *("union-50:0", "union-50:99", "union-50:", ":1", "mine:1", "list.json:2"),
        *("UNI12," * 40, "pipe:1", "many.json:1", "UNI12/", "/1", "UNI12//1", "CON09,UNI12"),
    ),
    "at": (*("open", "city", "normandy", "ocean", "x", "open-ocean"),),
    "scripts": (
        *("add UNI12 to 3", "remove UNI10", "undo", "redo", "resize 60", "resize 0"),
        *("resize -5", "resize 99999999999999999999", "add UNI99 to new", "merge 1 1"),
        *("split 1", "name 1", "name 1 " + "x" * 5000, "rename", "rename \x1b[2J", "top"),
        *("swap UNI10 for", "note " + "x" * 100_000, ";;;;"),
        *("add " + "UNI12 " * 3000 + "to new", "edition x", "undo undo"),
        *("undo; add UNI12 to 1", 'rename "', "rename 'a", "add UNI10 to 0"),
        *("move UNI10 to 99",),
    ),
    "values": (
        *("dp=5", "dp=", "=5", "dp", "dp=-1", "dp=99999999999999999999", "black=2 3"),
        *("black=9", "traits=fast", "traits=x", "name=x", "name=", "dp=5=6", "fv=\u0663"),
        *("x=1", "dp=1.5", "die=-2,-1,0,1,2,3", "die=1", "burma=city", "burma=x"),
        *("tanks.mountain=2", "tanks.mountain=X", "germany.panzers=forest"),
        *("theater-b=red,red,forest,ocean", "tanks.x=1", "die=" + "1," * 9999),
        *("die=99999999999999999999,1,2,3,4,5", "name=\x1b[2J", "type=x", "cost=1"),
        *("code=UNI13",),
    ),
    "code": (*("UNI12", "uni 12", "UNI99", "CON09"),),
    "wanted": (*("union", "UNI10", "UNI10 CON09", "x", "UNI99", "orcs"),),
    "army_id": (*("samurai", "union", "Samurai", "sa mu", "a", "-a", "1", "x" * 200),),
    "wish": (*("charge", "PB-4.5", "long range", "fast", "PG-3.1", "PB-99", "x"),),
    "key": (*("language", "paper", "lists", "ascii", "x"),),
    "value": (
        *("it", "en", "a4", "letter", "folder", "/dev/null", "yes", "no", "new", "x", "pipe"),
    ),
    "shell": (*("bash", "zsh", "fish", "x"),),
    "version": (*("1", "2", "99"),),
    "entrants": (*("germany", "russia", "x"),),
    "subjects": (
        *(
            "mine",
            "union-50",
            "list.json",
            "celts-60",
            "romans-60",
            "pocket-general.json",
            "b.jsonl",
        ),
        *("list.json",),
    ),
    "other": (*("mine", "union-50", "list.json", "celts-60", "romans-60", "pocket-general.json"),),
    "state": (*("state.json", "board.txt", "table.json", "b.jsonl", "-"),),
    "folder": (*("new", "folder", "list.json", "/dev/null"),),
}
# Options and arguments that take the same values as another.
ALIKE = {
    "--enemy-agent": "--agent",
    "--agents": "--agent",
    "--enemy": "--units",
    "--exclude": "--include",
    "--tile": "--include",
    "--from": "--army",
    "armies": "--army",
    "army": "--army",
}
