# Prints all games of a database of Scid as PGN: tkscid export.tcl DATABASE OUTPUT
set id [sc_base open [lindex $argv 0]]
set out [open [lindex $argv 1] w]
fconfigure $out -encoding utf-8
set count [sc_base numGames $id]
for {set number 1} {$number <= $count} {incr number} {
    sc_game load $number
    puts $out [sc_game pgn -tags 1 -comments 1 -variations 1 -width 70 -symbols 0]
    puts $out ""
}
close $out
puts $count
