/** What is read at most of files that hold rows or images (docs/limits.md). */

/** Bytes that are read at once from a large file. */
export const SLICE = 4 << 20

/** Bytes of text in one cell; a whole radiology report has thousands. */
export const MAX_TEXT_CELL = 8_000_000

/** Bytes of one row of delimited text without its images, of one line or item of JSON with them. */
export const MAX_ROW = 64_000_000
export const MAX_ITEM = 256_000_000

export const MAX_COLUMNS = 4096

/** Rows of one file: ten times the largest benchmark known. */
export const MAX_ROWS = 10_000_000

/** Bytes of one member of an archive that must be unpacked to be read. */
export const MAX_UNPACKED = 256_000_000

/** Bytes of an archive's list of members; a million of them have about a hundred million. */
export const MAX_DIRECTORY = 200_000_000

/** Of parquet: bytes of the metadata, what it lists, and one page packed or unpacked. */
export const MAX_METADATA = 64_000_000
export const MAX_METADATA_VALUES = 2_000_000
export const MAX_PAGE = 256_000_000
/** Values of one page; writers begin a new one after some ten thousand. */
export const MAX_PAGE_VALUES = 4_000_000
