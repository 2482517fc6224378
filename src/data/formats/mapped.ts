/** From the tables of a folder to samples: by the mapping that was given, a preset, or a guess. */

import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { ProtocolReference } from '../../engine/protocol/protocol-reference.ts'
import {
  mappedProtocolReference,
  mappedProtocols,
  protocolReference,
} from '../../engine/protocol/protocols/registry.ts'
import type { BadFile, Sample, Skipped } from '../../engine/protocol/sample.ts'
import { guessMapping } from '../seams.ts'
import { Fingerprint } from '../sources/fingerprint.ts'
import { type DatasetContents, type DatasetFormat, type LoadOptions, strictSkip } from './format.ts'
import { imagesThatAreNone } from './images-that-are-none.ts'
import { NameCodes } from './mapping/coded-names.ts'
import { type CollectedSamples, Collector } from './mapping/collect.ts'
import { profiles } from './mapping/column-profile.ts'
import { columnUses, unusedColumns } from './mapping/column-uses.ts'
import { columnsOnPurpose, withKeptColumns } from './mapping/columns-on-purpose.ts'
import type { MappingDocument, MappingReport, TableMapping, TableReport } from './mapping/document.ts'
import { findDoubts, sampleDoubts, unreadOfSheet } from './mapping/doubts.ts'
import { type Head, readHeads, splitOfTable } from './mapping/heads.ts'
import { ImageFinder } from './mapping/image-finder.ts'
import { joinedHeads } from './mapping/join.ts'
import { looksLikeImages } from './mapping/picture-columns.ts'
import { type PreparedHead, prepared } from './mapping/prepare.ts'
import { presetFor } from './mapping/presets.ts'
import { exploded } from './mapping/row-parts.ts'
import { shortened } from './mapping/shortened.ts'
import { canonicalSplit, isOfSplit, splitsToTry } from './mapping/splits.ts'
import { mappingJson } from './mapping/write.ts'
import { type FoundTables, listTables, mayHoldTables } from './readers/tables.ts'

interface Mapped {
  readonly head: Head
  readonly mapping: TableMapping
}

/** Rows between two checks for a stop, and two progress messages. */
const STEP = 500
/** Milliseconds between them where rows are read slowly. */
const SLOWEST = 1000

/**
 * @param root the picked folder's own name
 * @throws VoxelwiseError no-mapping, split-unknown; in strict mode at the first skip or bad file; a bad file's error where
 * there is no good one
 */
export async function loadTables(
  found: FoundTables,
  root: string,
  options: LoadOptions,
): Promise<DatasetContents> {
  const { strict = false, signal, split: wanted = null } = options
  const { heads, badFiles: badHeads } = await readHeads(found.tables, signal)
  const badFiles: BadFile[] = [...found.badFiles, ...badHeads]
  const failed = (): VoxelwiseError | null => (badFiles[0] ? new VoxelwiseError(badFiles[0].error) : null)
  const bad = failed()
  if (strict && bad) throw bad
  if (heads.length === 0) throw failed() ?? nothingToRead(root, [])

  const finder = new ImageFinder(root, found.files)
  const codes = await NameCodes.of(heads, root)
  const given = options.mapping && (await codes.readable(options.mapping))
  const { document: read, origin } = await choose(heads, finder, root, { ...options, mapping: given })
  const columns = new Set(heads.flatMap(({ table }) => table.columns))
  const document = withKeptColumns(read, options.keepColumns ?? [], columns)
  const ready = await prepared(document, heads, signal)
  const mapped = ready.flatMap((head): Mapped[] => (head.entry ? [{ head, mapping: head.entry }] : []))
  if (mapped.length === 0) throw noEntry(document, root, heads)

  const tableSplits = mapped.map(({ head }) => splitOfTable(head.table))
  const named = tableSplits.some(split => split !== null)
  const isRowSplit =
    wanted !== null && !tableSplits.some(split => split !== null && isOfSplit(split, canonicalSplit(wanted)))
  const tries = named && !isRowSplit ? splitsToTry(tableSplits, wanted, root) : [null]
  const { collected, split } = await firstWithSamples(tries, mapped, tables =>
    collect(tables, { finder, badFiles, found, root, options, rowSplit: isRowSplit ? wanted : null }),
  )
  // Rows may name a part of their file's split: PMC-VQA's test_clean.
  const chosen = collected.split ?? split
  const [skip] = collected.skipped
  if (strict && skip) throw strictSkip(skip)
  if (collected.samples.length + collected.skipped.length === 0) throw failed() ?? nothingToRead(root, heads)
  const onPurpose = new Set(columnsOnPurpose(options.keepColumns, { document, origin }))
  return {
    samples: collected.samples,
    skipped: collected.skipped,
    findings: collected.findings,
    badFiles,
    fingerprint: await fingerprintSamples(document, chosen, collected.samples, collected.skipped),
    protocol: protocolFor(document),
    mapping: {
      document,
      coded: await codes.coded(document, onPurpose),
      origin,
      split: chosen,
      wantedSplit: wanted,
      splits: [...new Set([...tableSplits.flatMap(each => each ?? []), ...collected.splits])],
      tables: ready.map(head => tableReport(head, document, collected)),
      doubts: [
        ...tableDoubts(ready, collected, root, origin === 'guess'),
        ...(await imagesThatAreNone(collected.samples, found, root)),
        ...sampleDoubts(collected.samples),
      ],
    },
  }
}

/** What may be wrong in what was read of each table. */
function tableDoubts(
  heads: readonly PreparedHead[],
  { counts }: CollectedSamples,
  root: string,
  isGuess: boolean,
): readonly string[] {
  const within = (file: string): string => file.slice(root.length + 1)
  const ofEntries = heads.flatMap(({ entry, file, rows, table }) =>
    entry && (counts.get(table)?.asked ?? 0) > 0 ? findDoubts(entry, within(file), rows, isGuess) : [],
  )
  const ofSheets = heads.flatMap(({ file, table }) =>
    unreadOfSheet(table.unread, within(file), counts.get(table)?.withoutImage ?? 0),
  )
  return [...new Set(ofEntries), ...ofSheets]
}

/** The first split that has samples. Of one that has no answers, as some test sets, nothing is left. */
async function firstWithSamples(
  [split = null, ...others]: readonly (string | null)[],
  mapped: readonly Mapped[],
  collectFrom: (tables: readonly Mapped[]) => Promise<CollectedSamples>,
): Promise<{ readonly collected: CollectedSamples; readonly split: string | null }> {
  const collected = await collectFrom(mapped.filter(({ head }) => isOfSplit(splitOfTable(head.table), split)))
  if (collected.samples.length > 0 || others.length === 0) return { collected, split }
  const other = await firstWithSamples(others, mapped, collectFrom)
  return other.collected.samples.length > 0 ? other : { collected, split }
}

interface Collecting {
  readonly finder: ImageFinder
  /** Files that cannot be read are added here. */
  readonly badFiles: BadFile[]
  readonly found: FoundTables
  readonly root: string
  readonly options: LoadOptions
  /** The part of the rows that is wanted; null for all. */
  readonly rowSplit: string | null
}

async function collect(
  tables: readonly Mapped[],
  { finder, badFiles, found, root, options, rowSplit }: Collecting,
): Promise<CollectedSamples> {
  const { signal, onProgress, strict } = options
  const collector = new Collector(finder)
  let looked = performance.now()
  for (const { head, mapping } of tables) {
    try {
      for await (const row of head.table.rows(signal)) {
        collector.add(mapping, { ...row, table: head.table })
        if (collector.count % STEP !== 0 && performance.now() - looked < SLOWEST) continue
        looked = performance.now()
        signal?.throwIfAborted()
        onProgress?.({ files: found.files.length, testFiles: tables.length, samples: collector.count })
      }
    } catch (error) {
      if (strict || !(error instanceof VoxelwiseError)) throw error
      badFiles.push({ file: head.file, error: error.info })
    }
  }
  return collector.finish(rowSplit, root)
}

/** What a table counted as, and what its columns were used for. */
function tableReport(
  { table, file, rows, entry, joinedWith }: PreparedHead,
  document: MappingDocument,
  { counts }: CollectedSamples,
): TableReport {
  const read = entry?.explode ? rows.flatMap(row => exploded(entry.explode, { ...row, table })) : rows
  const columnProfiles = profiles(shortened(read))
  const columns = columnProfiles.map(({ name }) => name)
  const uses = entry ? columnUses(entry, columns) : []
  const { split: rowSplit = null, ...own } = counts.get(table) ?? {}
  return {
    file,
    split: splitOfTable(table) ?? rowSplit,
    encoding: table.encoding ?? null,
    columns,
    entry: entry ? document.tables.indexOf(entry) : null,
    counts: 'asked' in own ? own : null,
    joinedWith,
    uses,
    unused: entry ? unusedColumns(uses, columns).filter(column => column !== entry.explode) : [],
    imageColumns: columnProfiles.filter(looksLikeImages).map(({ name }) => name),
  }
}

async function choose(
  heads: readonly Head[],
  finder: ImageFinder,
  root: string,
  { mapping, presets = true, signal }: LoadOptions,
): Promise<Pick<MappingReport, 'document' | 'origin'>> {
  if (mapping) return { document: mapping, origin: 'file' }
  const preset = presets ? presetFor(heads) : null
  if (preset) return { document: preset, origin: 'preset' }
  const document = guessMapping?.(await joinedHeads(heads, signal), finder)
  if (document) return { document, origin: 'guess' }
  throw nothingToRead(root, heads)
}

function nothingToRead(root: string, heads: readonly Head[]): VoxelwiseError {
  const seen = heads
    .slice(0, 3)
    .map(({ file, table }) => `${file} (${table.columns.slice(0, 12).join(', ')})`)
  return new VoxelwiseError({
    code: 'no-mapping',
    subject: root,
    message:
      seen.length > 0
        ? `The tables contain no question with an answer: ${seen.join('; ')}.`
        : 'This folder and its subfolders contain no test.json and no table with rows.',
    remedy: 'Pick the benchmark’s own folder, or load a mapping that names its columns (docs/mappings.md).',
  })
}

function noEntry({ name }: MappingDocument, root: string, heads: readonly Head[]): VoxelwiseError {
  const [head] = heads
  return new VoxelwiseError({
    code: 'no-mapping',
    subject: root,
    message: `No entry of the mapping "${name}" fits a table; ${head?.file ?? 'the first'} has the columns ${head?.table.columns.join(', ') ?? ''}.`,
    remedy: 'Correct the names under "where", or choose another mapping.',
  })
}

/** Any benchmark whose files are tables: delimited text, parquet or JSON, with images in or next to them. */
export const mappedFormat: DatasetFormat = {
  id: 'mapped',
  name: 'Tables with images: TSV, CSV, parquet, JSON or JSON lines',
  protocol: mappedProtocolReference,
  takesMapping: true,
  recognises: mayHoldTables,
  async load(folder, options) {
    return loadTables(await listTables(folder, options.signal), folder.source.name, options)
  },
}

/** The protocol that a mapping names; the default where it names none, or one that this version does not have. */
function protocolFor({ protocol }: MappingDocument): ProtocolReference {
  const named = mappedProtocols.find(({ id }) => id === protocol)
  return named ? protocolReference(named) : mappedProtocolReference
}

/** Number of samples that are hashed together: the text of all of them need not be in memory. */
const PART = 1000

/**
 * SHA-256 (hex) over the mapping, the split, and what of every row was read: the samples' fields and the places of their
 * images. Each record's digest identifies the image content.
 */
async function fingerprintSamples(
  document: MappingDocument,
  split: string | null,
  samples: readonly Sample[],
  skipped: readonly Skipped[],
): Promise<string> {
  const fingerprint = new Fingerprint()
  const add = (name: string, value: unknown) =>
    fingerprint.add(name, new TextEncoder().encode(JSON.stringify(value)))
  await add('mapping', [mappingJson(document), split])
  for (let at = 0; at < samples.length; at += PART) await add(`samples ${at}`, samples.slice(at, at + PART))
  for (let at = 0; at < skipped.length; at += PART) await add(`skipped ${at}`, skipped.slice(at, at + PART))
  return fingerprint.digest()
}
