/** Limits for files with rows or images. */

/** Bytes per read of a large file; and the maximum, for a long cell or row. */
export const SLICE = 4 << 20
export const LONGEST_SLICE = 4 * SLICE

/** Bytes of text in one cell; a whole radiology report has thousands. */
export const MAX_TEXT_CELL = 8_000_000

/** Bytes of one row of delimited text without its images, of one line or item of JSON with them. */
export const MAX_ROW = 64_000_000
export const MAX_ITEM = 64_000_000

export const MAX_COLUMNS = 4096

/** Bytes of a JSON file that is parsed as a whole. */
export const MAX_WHOLE_JSON = 100_000_000

/** Sheets of a workbook, hidden ones too, and entries of the lists in it (relations, styles, merged cells). */
export const MAX_SHEETS = 1000
export const MAX_LISTED = 100_000
/** Shared texts of a workbook. */
export const MAX_SHARED_TEXTS = 4_000_000
/** Bytes of all XML of a workbook, unpacked. */
export const MAX_WORKBOOK = 512_000_000
/** Characters of the names and values in one XML tag: 4,096 columns need no attributes of their own. */
export const MAX_TAG = 65_536

/** Rows and cells that lie under merged cells of one sheet: merged cells may cover each other. */
export const MAX_COVERED = 10_000_000

/** Rows of one file, and cells of one parquet file: three times those of the largest data set known. */
export const MAX_ROWS = 2_000_000
export const MAX_CELLS = 60_000_000

/** Filled cells of rows that an OpenDocument sheet does not write, but repeats. */
export const MAX_REPEATED = 100_000

/** Bytes of one member of an archive that must be unpacked to be read. */
export const MAX_UNPACKED = 256_000_000

/** Members of an archive, and bytes of its list of them. */
export const MAX_MEMBERS = 400_000
export const MAX_DIRECTORY = 100_000_000

/** For parquet: bytes of the metadata, its list lengths, and one page packed or unpacked. */
export const MAX_METADATA = 64_000_000
export const MAX_METADATA_VALUES = 2_000_000
export const MAX_PAGE = 128_000_000
/** Values of one page; writers begin a new one after some ten thousand. */
export const MAX_PAGE_VALUES = 1_000_000
/** Values of all columns that wait for each other to become rows. */
export const MAX_WAITING = 8_000_000
