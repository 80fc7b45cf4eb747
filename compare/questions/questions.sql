-- Twenty questions about a file of games. games, plies and positions are the three tables of a file (docs/parquet.md).

-- 1. How many games?
select count(*) from games;

-- 2. How do they end?
select "Result", count(*) from games group by 1 order by 1;

-- 3. How many are there of each year, and how long are they?
select year, count(*), round(avg(plies), 4) from games group by 1 order by 1 nulls last;

-- 4. Who has played the most?
select player, count(*) from (select "White" as player from games union all select "Black" from games) as both_sides
group by 1 order by 2 desc, 1 nulls last limit 10;

-- 5. How often does the player with 200 points less win?
select sum(case when "WhiteElo" - "BlackElo" >= 200 and "Result" = '0-1' or "BlackElo" - "WhiteElo" >= 200 and "Result" = '1-0' then 1 else 0 end),
       sum(case when abs("WhiteElo" - "BlackElo") >= 200 then 1 else 0 end) from games;

-- 6. Which openings are played the most, and how do they score for White?
select "ECO", count(*), round(avg(case "Result" when '1-0' then 1.0 when '0-1' then 0.0 else 0.5 end), 4) from games
where "Result" <> '*' group by 1 order by 2 desc, 1 nulls last limit 10;

-- 7. How long are games by their result?
select "Result", min(plies), max(plies), round(avg(plies), 4) from games group by 1 order by 1;

-- 8. Which times are played?
select time_initial, time_increment, count(*) from games group by 1, 2 order by 3 desc, 1 nulls last, 2 nulls last limit 10;

-- 9. How do games end, by the tag Termination?
select "Termination", count(*) from games group by 1 order by 2 desc, 1 nulls last;

-- 10. At which hour are they played?
select extract(hour from "UTCTime"), count(*) from games where "UTCTime" is not null group by 1 order by 1;

-- 11. Which are the longest?
select game, plies from games order by 2 desc, 1 limit 5;

-- 12. In how many games has a side less than ten seconds left?
select color, count(distinct game) from plies where clock < 10 group by 1 order by 1;

-- 13. How good is the position of White after ten moves?
select count(*), round(avg(eval_cp), 3) from plies where ply = 20 and abs(eval_cp) <= 32000;

-- 14. Which first moves are played, and how do they score?
select move, count(*), round(avg(case "Result" when '1-0' then 1.0 when '0-1' then 0.0 else 0.5 end), 4) from positions
where ply = 0 and "Result" <> '*' group by 1 order by 2 desc, 1 nulls last limit 10;

-- 15. Which positions come most often after four moves?
select key, count(*) from positions where ply = 8 group by 1 order by 2 desc, 1 nulls last limit 10;

-- 16. What is played in the Najdorf, however it comes about?
select move, count(*) from positions
where key = (select key from plies where san = 'a6' and ply = 10 group by 1 order by count(*) desc, 1 limit 1)
group by 1 order by 2 desc, 1 nulls last limit 10;

-- 17. What do pawns become?
select substr(uci, 5, 1), count(*) from plies where length(uci) = 5 group by 1 order by 1;

-- 18. How does White score after castling long?
select games."Result", count(distinct plies.game) from plies join games on plies.game = games.game
where plies.san like 'O-O-O%' and plies.color = 'white' group by 1 order by 1;

-- 19. How many positions are there, and how many different ones?
select count(*), count(distinct key) from positions;

-- 20. Which positions of later play come again in the most games?
select key, count(distinct game) from positions where ply > 20 group by 1 order by 2 desc, 1 nulls last limit 10;
