"""Tables: CSV, TSV and XLSX. A row is a record; a mapping file says what the columns are, else their names do."""
