# Makes a database of Scid from PGN: import.tcl CODEC DATABASE INPUT, with tkscid (SCID4) or Scid 5 (SCID5).
lassign $argv codec database input
if {[catch {sc_base create $codec $database} id]} { set id [sc_base create $database] }
sc_base import $id $input
sc_base close $id
exit
