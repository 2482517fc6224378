/** Which files may hold rows, by their endings. */

const table = /\.(?:tsv|csv|parquet|jsonl|ndjson|json|xlsx|xlsm|ods|psv|txt)$/i

export const isTableName = (path: string): boolean => table.test(path)

/** `rows.jsonl.gz`: a table that is packed by itself. */
export const isPackedTableName = (path: string): boolean =>
  /\.gz$/i.test(path) && table.test(path.slice(0, -'.gz'.length))
