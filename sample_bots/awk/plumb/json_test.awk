# What the reader makes of JSON.

BEGIN {
    failed = 0
    read_json("{\"a\": {\"b\": [10, -20, 30]}, \"c\" : [ ] ,\"d\": [[1], [2, 3]]}")
    equal("a list has a length", Length["a.b"], 3)
    equal("a negative number", Json["a.b.2"] + 1, -19)
    equal("an empty list has none", Length["c"], 0)
    equal("lists in a list", Json["d.2.2"], 3)

    read_json("{\"l\": [{\"x\": true}, {\"x\": false, \"y\": null}]}")
    equal("true and false", Json["l.1.x"] - Json["l.2.x"], 1)
    equal("null is nothing", ("l.2.y" in Json) + 0, 0)
    equal("what was read before is gone", ("a.b.2" in Json) + 0, 0)

    read_json("{\"one\": \"a \\\"b\\\" {,:}\", \"two\": \"c\\\\\", \"three\": \"\", \"four\": 4}")
    equal("quotes and marks in a text", Json["one"], "a \\\"b\\\" {,:}")
    equal("a backslash at the end of a text", Json["two"], "c\\\\")
    equal("an empty text", Json["three"], "")
    equal("what follows them", Json["four"], 4)

    read_json("{\"seed\": \"9007199254740991\", \"card\": \"CARD_AS\", \"seat\": \"SEAT_UNSPECIFIED\"}")
    equal("the largest seed", sprintf("%.0f", Json["seed"] - 1), "9007199254740990")
    equal("a name of an enum", Json["card"], 52)
    equal("the name of nothing", Json["seat"], 0)
    exit failed
}

function equal(name, got, expected) {
    print (got == expected ? "ok" : "FAILED") ": " name
    if (got != expected) {
        print "  got " got ", expected " expected
        failed = 1
    }
}
