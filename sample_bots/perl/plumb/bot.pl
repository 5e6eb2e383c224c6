#!/usr/bin/env perl
# The program: one JSON message a line in, one out, until the arena says goodbye.

use v5.36;

use FindBin qw($Bin);
use lib "$Bin/lib";

use Messages qw(hello parse reply);

$| = 1;    # an answer that waits in a buffer is late
binmode STDERR, ':encoding(UTF-8)';

say hello();
while (my $line = <STDIN>) {
    my $message = parse($line);
    if (my $turn = $message->{turn}) {
        say reply($turn);
    }
    elsif (my $goodbye = $message->{goodbye}) {
        say STDERR $goodbye->{text};
        last;
    }
}
