# Times of Scid's tree: tkscid tree.tcl BASE LINE…
# Each line is moves in SAN with blanks between; prints its games and milliseconds, without and then with what Scid keeps of the tree.
set base [lindex $argv 0]
set slot [sc_base open $base]
sc_base switch $slot
foreach line [lrange $argv 1 end] {
    sc_game new
    foreach move $line {
        sc_move addSan $move
    }
    set times {}
    foreach try {1 2} {
        set from [clock microseconds]
        sc_filter search $slot tree board
        set tree [sc_tree stats $slot tree 0 frequency]
        lappend times [expr {([clock microseconds] - $from) / 1000.0}]
    }
    set total [sc_filter count $slot tree]
    puts "$total\t[lindex $times 0]\t[lindex $times 1]\t$line"
}
exit 0
