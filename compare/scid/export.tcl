# Prints all games of a database of Scid as PGN: export.tcl CODEC DATABASE OUTPUT, with tkscid (SCID4) or Scid 5 (SCID5).
lassign $argv codec database output
if {[catch {sc_base open $codec $database} id]} { set id [sc_base open $database] }
set out [open $output w]
fconfigure $out -encoding utf-8
set count [sc_base numGames $id]
for {set number 1} {$number <= $count} {incr number} {
    sc_game load $number
    puts $out [sc_game pgn -tags 1 -comments 1 -variations 1 -width 70 -symbols 0]
    puts $out ""
}
close $out
puts $count
exit
