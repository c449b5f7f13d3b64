for name in *.txt; do echo "$name,$(wc -w < "$name" | tr -d ' ')"; done > counts.csv
