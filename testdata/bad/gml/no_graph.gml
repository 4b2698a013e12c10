Creator "nobody"
Version 1
