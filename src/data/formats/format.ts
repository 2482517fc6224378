/**
 * The seam between the files of a data set and its samples: how to recognise a folder, and what to read from it. How to
 * add one: docs/extending.md.
 */

import type { BlindBaseline } from '../../engine/analysis/blind-baseline.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import type { LoadedDataset, Skipped, SkipReason } from '../../engine/protocol/sample.ts'
import type { FolderFile, FolderSource, ListedFolder } from '../sources/source.ts'
import type { MappingDocument, MappingReport } from './mapping/document.ts'

export interface LoadProgress {
  /** Files seen in the folder, files of samples read, samples loaded. */
  readonly files: number
  readonly testFiles: number
  readonly samples: number
}

/** The user's settings for reading tables; without them, presets and guesses apply. */
export interface TableReading {
  /** How the rows of tables become samples; otherwise a preset or a guess. MedRCube's format has no mapping. */
  readonly mapping?: MappingDocument | undefined
  /** The wanted split; otherwise test, else validation, else all. */
  readonly split?: string | undefined
  /** Derives questions from the headers of DICOM files, in place of reading any. */
  readonly headers?: HeaderReading | undefined
  /** Keeps the names of DICOM files, which may name patients. Otherwise salted names stand in their place. */
  readonly keepNames?: boolean | undefined
  /** Salted names and no unused columns or dates, whatever the images are. */
  readonly isPrivate?: boolean | undefined
  /** Columns of a private data set that no question needs and that stay nevertheless (`columnsOnPurpose`). */
  readonly keepColumns?: readonly string[] | undefined
  /** Which slices a question has of a volume where neither it nor the mapping names them (`readSliceRule`). */
  readonly slices?: string | undefined
}

/** How questions are derived from headers. */
export interface HeaderReading {
  readonly seed: number
  /** Keeps images that may have text drawn into them. */
  readonly keepUnmarked?: true
  /** Asks about regions only where a code states them. */
  readonly codedRegions?: true
  /** A table of findings or diagnoses, as text. It is not stored. */
  readonly labels?: string
  readonly labelsOnSlices?: true
}

export interface LoadOptions extends TableReading {
  /** Stops at the first sample or file that would be skipped. */
  readonly strict?: boolean | undefined
  /** False: the benchmark's own preset is ignored, and the mapping guessed. */
  readonly presets?: boolean | undefined
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface DatasetFormat {
  /** Lower case with hyphens, for ever the same. */
  readonly id: string
  /** As people read it. */
  readonly name: string
  /** The protocol of its samples: part of the settings of every run on them. */
  readonly protocol: ProtocolReference
  /** Whether a folder with these files is of this format; asked before a byte of them is read. */
  recognises(files: readonly FolderFile[]): boolean
  /** @throws VoxelwiseError naming the file at fault where nothing can be loaded; in strict mode at the first skip */
  load(folder: ListedFolder, options: LoadOptions): Promise<DatasetContents>
  /** Whether its rows are read through a mapping (`loadTables`), so that the user's own mapping applies to them. */
  readonly takesMapping?: true
  /** Whether none of the rows are of this format after all. The next format that recognises the folder then reads it. */
  disowns?(read: DatasetContents): boolean
  /** As `load`, begun before the folder is listed, for a format that can read some files before it knows of all. */
  begin?(source: FolderSource, options: LoadOptions): BegunLoad
}

export interface BegunLoad {
  /** Called for each file, if the folder reports it; `finish` receives all of them. */
  found(file: FolderFile): void
  /** What `load` gives, whatever was found before, and throws. */
  finish(files: readonly FolderFile[]): Promise<DatasetContents>
}

/** What a format reads. The registry adds its name, and the format's protocol if no other is given. */
export type DatasetContents = Omit<LoadedDataset, 'name' | 'format' | 'protocol'> &
  Partial<Pick<LoadedDataset, 'protocol'>> & {
    /** How tables were read, where there were any. */
    readonly mapping?: MappingReport
  }

/** A data set as loaded, with how its tables were read where it has any. */
export type ReadDataset = LoadedDataset &
  Pick<DatasetContents, 'mapping'> & {
    /** What came of the headers of DICOM files; absent where questions were read. */
    readonly headers?: HeaderOverview | undefined
    /** Salted names stand in place of the names of its files. */
    readonly salted?: true | undefined
    /** What stays of the fields of a private data set; absent of others. */
    readonly kept?: KeptFields | undefined
    /** A question names a folder as its volume. */
    readonly volumes?: true
    /** The rule for volumes of which a question names no slice; absent without one. */
    readonly slices?: string | undefined
    /** What its DICOM files themselves state about their pictures, and whether their RLE data is complete. */
    readonly marks?: PictureMarks | undefined
    /** Whether its first PNG file has grey values of 16 bits. */
    readonly deepPngs?: true
  }

/** Names of the fields of a private data set, in order of first appearance. */
export interface KeptFields {
  /** Those that questions are asked, judged and grouped by. */
  readonly fields: readonly string[]
  /** Columns that stay on purpose. */
  readonly columns: readonly string[]
  readonly leftOut: readonly string[]
}

/** Counts of files by what their own tags state, and by their RLE data. Absent tags prove nothing. */
export interface PictureMarks {
  /** The number of files whose tags were read. */
  readonly read: number
  readonly files: number
  /** Burned In Annotation is YES, or neither YES nor NO. */
  readonly text: number
  readonly textUnknown: number
  /** Recognizable Visual Features is YES. */
  readonly faces: number
  /** Files with RLE data of which the first frame was unpacked, and those whose data claims more bytes than there are. */
  readonly unpacked: number
  readonly overrun: number
}

/** What came of a folder's headers. */
export interface HeaderOverview {
  readonly reading: HeaderReading
  /** The version of the rules. */
  readonly rules: string
  readonly files: number
  /** Files and questions that were left out, by reason; and the files among them. */
  readonly leftOut: Readonly<Record<string, number>>
  readonly filesLeftOut: Readonly<Record<string, number>>
  /** Rows of the table of labels without a picture, by reason; null without one. */
  readonly unusedLabels: Readonly<Record<string, number>> | null
  /** By rule, what a guesser scores that does not see the image. */
  readonly blind: Readonly<Record<string, BlindBaseline>>
  /** A question of each of the first rules, three at most. */
  readonly examples: readonly { readonly question: string; readonly answer: string }[]
}

const messages: Readonly<Record<SkipReason, string>> = {
  missing_required_fields: 'A sample lacks a required field.',
  missing_options: 'A sample has no options.',
  missing_image: 'The image of a sample does not exist.',
  missing_answer: 'A sample has no right answer.',
  answer_not_an_option: 'The right answer of a sample is none of its options.',
  unreadable_options: 'The options of a sample cannot be read.',
  unreadable_answer: 'The right answer of a sample is no box, or no number.',
  cancelled: 'The authors of a question have cancelled it.',
  text_only: 'A sample has no image, and the benchmark passes over such ones.',
}

/** What strict mode stops with at the first sample that would be skipped. */
export function strictSkip({ reason, file, position, subject }: Skipped): VoxelwiseError {
  return new VoxelwiseError({
    code: 'strict-skip',
    subject: `${file}[${position}]: ${subject}`,
    message: `${messages[reason]} (${reason})`,
    remedy: 'Correct it, or load without strict mode to skip such samples.',
  })
}
