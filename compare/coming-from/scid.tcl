# What the scripts of scid.tsv use: the base `b` with games.pgn, the base `e` with endings.pgn, and answers in PGN.

proc progressCallBack {args} {}
foreach {base file} {b games.pgn e endings.pgn} {
    set $base [sc_base create MEMORY $file]
    sc_base import [set $base] $file
}
sc_base switch $b

# Tag pairs with the rounds of the games of a filter, so that they are seen as games; with an order as the lists of games have.
proc rounds {{base ""} {order N+} {filter dbfilter}} {
    if {$base eq ""} { set base $::b }
    foreach {at line deleted} [sc_base gameslist $base 0 1000 $filter $order] {
        puts "\[Round \"[lindex $line 9]\"\]\n\n*\n"
    }
}

# A header search as the window makes it: once more with the colours exchanged, where there is a second list.
proc header {options {exchanged ""}} {
    sc_filter reset $::b dbfilter full
    set other [sc_filter new $::b]
    sc_filter search $::b dbfilter header {*}$options -filter AND
    if {$exchanged ne ""} {
        sc_filter reset $::b $other full
        sc_filter search $::b $other header {*}$exchanged -filter AND
        sc_filter or $::b dbfilter $other
    }
    sc_filter release $::b $other
}

# A board search for the position after these moves.
proc board {type variations exchanged moves} {
    sc_game new
    foreach move $moves { sc_move addSan $move }
    sc_search board RESET $type $variations $exchanged
}

# A material search: what is not named may be there or not.
proc material {base options} {
    sc_base switch $base
    sc_search material -filter RESET -range {1 999} -diff {-40 40} {*}$options
    rounds $base
    sc_base switch $::b
}

# Games of a file as Scid has them after import.
proc imported {file} {
    set base [sc_base create MEMORY import]
    sc_base import $base $file
    sc_base switch $base
    for {set game 1} {$game <= [sc_base numGames $base]} {incr game} {
        sc_game load $game
        puts [sc_game pgn -width 500]
    }
    sc_base close $base
    sc_base switch $::b
}

set rook {-wq {0 0} -bq {0 0} -wr {1 1} -br {1 1} -wb {0 0} -bb {0 0} -wn {0 0} -bn {0 0} -wm {0 0} -bm {0 0}}
set bishop {-wq {0 0} -bq {0 0} -wr {0 0} -br {0 0} -wb {1 1} -bb {1 1} -wn {0 0} -bn {0 0} -wm {1 1} -bm {1 1}}

# A script run with a base of its own, called $own, which has the games of a file; then the games of the base.
proc own {file script} {
    set own [sc_base create MEMORY own]
    sc_base import $own $file
    sc_base switch $own
    eval $script
    for {set game 1} {$game <= [sc_base numGames $own]} {incr game} {
        sc_game load $game
        puts [sc_game pgn -width 500]
    }
    sc_base close $own
    sc_base switch $::b
}

# The base `m` with the games of games.pgn and more.pgn.
proc both {} {
    set ::m [sc_base create MEMORY both]
    foreach file {games.pgn more.pgn} { sc_base import $::m $file }
    sc_base switch $::m
    sc_filter reset $::m dbfilter full
}

# Marks twins for deletion in the base `m`: by players or not, by events or not.
proc twins {players events} {
    sc_base duplicates $::m -players $players -colors $players -event $events -site $events -round No -year Yes -month Yes -day Yes \
        -result No -eco No -moves Yes -skipshort No -setfilter No -usefilter No -comments No -variations No -delete Shorter
}

# The lines of the tree window: the moves and how often they were played.
proc tree {number} {
    foreach line [split [sc_tree stats $::b dbfilter 0 f] \n] {
        if {[regexp {^ *\d+: (\S+).*? (\d+): +[0-9.]+%} $line all move count]} { puts "$number$move $count" }
    }
}

# What an expression finds in all games, as they are exported.
proc exported {format expression} {
    sc_filter reset $::b dbfilter full
    sc_base export filter $format exported -append 0 -comments 1 -variations 1 -spaces 1 -symbols 0 -starttext {} -endtext {}
    puts [join [lsort -unique [regexp -all -inline $expression [read [open exported]]]]]
}

# A spelling file with these players: name, what is known, another spelling.
proc spelling {players} {
    set file [open spelling.ssp w]
    puts $file "@PLAYER\n"
    foreach {name about other} $players {
        puts $file "$name $about"
        if {$other ne ""} { puts $file "= $other" }
    }
    puts $file "@SITE\n\n@EVENT\n\n@ROUND"
    close $file
    sc_name read spelling.ssp
}
