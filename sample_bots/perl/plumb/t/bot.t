# The program, as the arena starts it: lines in, lines out.

use v5.36;

use FindBin    qw($Bin);
use IPC::Open3 qw(open3);
use JSON::PP;
use Symbol qw(gensym);
use Test::More;

my $log     = gensym;
my $program = open3(my $in, my $out, $log, $^X, "$Bin/../bot.pl");
$in->autoflush;

# Returns a decision with one legal answer, whatever the strategy is.
sub forced ($match, $card, $refusal = '') {
    my %seat = (bid => 1, map { $_ => 0 } qw(taken score bags replaced blind_nil reneged reneges));
    my %view = (
        (map { $_ => 1 } qw(seat dealer deal)),
        (map { $_ => [$card] } qw(hand legal_cards)),
        (map { $_ => JSON::PP::false } qw(broken asks_blind_nil)),
        seats      => [\%seat, \%seat, \%seat],
        played     => [],
        leaders    => ['SEAT_1'],
        legal_bids => [],
    );
    return {match => $match, seed => '1', refusal => $refusal, spades => \%view};
}

sub send_line ($message) {
    say {$in} encode_json($message);
}

# Each line has to come before the next message goes out.
sub next_line () {
    return decode_json(scalar <$out>);
}

my $hello = next_line->{hello};
is $hello->{protocol}, 'arena.v1', 'it says hello without being asked';
is_deeply $hello->{games}, [qw(spades euchre)], 'it plays both games';
cmp_ok $hello->{tables}, '>=', 32, 'it plays many tables at once';

send_line({welcome => {game => 'spades'}});
send_line({turn => {number => '1', decisions => [forced(7, 'CARD_AS'), forced(4, 'CARD_2C')]}});
my @both = ({match => 7, spades => {card => 52}}, {match => 4, spades => {card => 1}});
is_deeply next_line, {moves => {turn => '1', moves => \@both}}, 'a turn is answered whole';

my $refused = forced(7, 'CARD_3C', "J\x{f6}ker is not legal");
send_line({turn => {number => '2', decisions => [$refused]}});
my @again = ({match => 7, spades => {card => 2}});
is_deeply next_line, {moves => {turn => '2', moves => \@again}}, 'so is one that comes again';

send_line({goodbye => {reason => 'REASON_FINISHED', text => 'all tables are done'}});
waitpid $program, 0;
is $?,            0,     'it ends at goodbye';
is scalar <$out>, undef, 'it says nothing else';
is join('', <$log>), "refused: J\xc3\xb6ker is not legal\nall tables are done\n",
  'the log tells why';

done_testing;
