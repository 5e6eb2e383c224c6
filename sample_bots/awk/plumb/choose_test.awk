# The strategy against the worked examples of sample_bots/README.md, which stand in choose_test.txt:
# paragraphs of a name, the checksum and the answer, and the decision.

BEGIN {
    RS = ""
    FS = "\n"
    failed = 0
}

{
    told = $0
    sub(/^[^\n]*\n[^\n]*\n/, "", told)
    read_json(told)
    answer = ("spades.seat" in Json) ? choose_in_spades("spades", Json["seed"]) \
        : choose_in_euchre("euchre", Json["seed"])
    result = sprintf("%.0f %s", Checksum, answer)
    print (result == $2 ? "ok" : "FAILED") ": " $1
    if (result != $2) {
        print "  got " result ", expected " $2
        failed = 1
    }
}

END {
    if (NR == 0)
        print "FAILED: there are no examples"
    exit failed || NR == 0
}
