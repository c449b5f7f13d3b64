echo "17 syllables"
