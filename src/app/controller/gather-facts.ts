import type { Store } from '../../data/store/store.ts'
import { isBenchmark } from '../../engine/analysis/benchmark-questions.ts'
import { type Previous, type RunFinding, runFindings } from '../../engine/analysis/run-findings.ts'
import type { Rows } from '../../engine/analysis/run-overview.ts'
import {
  medCmrTable3,
  type SubgroupFacts,
  type SubgroupView,
  subgroupFacts,
  viewColumns,
} from '../../engine/analysis/subgroup-view.ts'
import type { FailedRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { selectionText } from '../../engine/protocol/selection.ts'
import { reportParts } from '../seams.ts'
import { findPrevious } from '../state/passes.ts'
import type { AskFact } from '../threads/ask-fact.ts'
import { type LevelChoice, shortcutOptions } from './levels.ts'
import type { AddedParts, FindingSamples, ReportFacts } from './report-facts.ts'
import type { Waiter } from './waiter.ts'

interface Gathering extends Rows {
  readonly store: Store
  readonly fact: AskFact
  readonly id: string
  readonly levels: LevelChoice
}

/** The same, with a report of how many figures have been read, until the user cancels. */
export function countedFact(fact: AskFact, { signal, report }: Waiter): AskFact {
  let read = 0
  return (name, input) => {
    report(`Figures read: ${read++}`)
    return fact(name, input, signal)
  }
}

/**
 * All facts for the report of a run.
 * @param views of subgroups whose fields the run has
 * @throws DOMException AbortError if the user cancels
 */
export async function gatherFacts(
  uncounted: Gathering,
  added: AddedParts,
  views: readonly SubgroupView[],
  waiting: Waiter,
): Promise<ReportFacts> {
  const gathering = { ...uncounted, fact: countedFact(uncounted.fact, waiting) }
  const { store, fact, id, rows, overview, levels } = gathering
  const input = { run: id, levels: shortcutOptions(levels) }
  const failures: FailedRecord[] = []
  for (const { index, verdict } of rows) {
    const record = verdict === 'failed' ? await store.record(id, index) : undefined
    if (record?.status === 'failed') failures.push(record)
  }
  const run = await store.run(id)
  const probes = await fact('probes', input)
  const credibility = await fact('credibility', input)
  const judged = await fact('judgings', { run: id })
  return {
    run,
    rows,
    overview,
    added: await withReportParts(gathering, added),
    subgroups: await viewedSubgroups(gathering, views),
    levels,
    failures,
    credibility,
    findings: runFindings({
      ...{ rows, overview, rates: credibility.varying, probes },
      previous: await previousRun(gathering, run),
      isPublished: isPublished(run, rows),
      selection: selectionIn(run),
    }),
    load: await store.load(id),
    probes: probes.made.length > 0 ? probes : null,
    judged: judged.judged.length > 0 ? judged : null,
  }
}

/** The parts of the results, and those of the report alone. */
async function withReportParts({ fact, id, rows }: Gathering, added: AddedParts): Promise<AddedParts> {
  const all = new Map(added)
  for (const part of reportParts) all.set(part.name, await part.of(fact, id, rows))
  return all
}

/** Med-CMR's Table 3 if the run has its field, and the given views. */
async function viewedSubgroups(
  { fact, id, rows, overview }: Gathering,
  views: readonly SubgroupView[],
): Promise<SubgroupFacts[]> {
  const readField = (field: string) => fact('column', { run: id, field })
  const table3 = await medCmrTable3(overview.fields, readField)
  const subgroups: SubgroupFacts[] = []
  for (const view of [...(table3 ? [table3] : []), ...views]) {
    const names = view.fields.map(({ name }) => name)
    subgroups.push(subgroupFacts(rows, view, await viewColumns(names, rows, readField)))
  }
  return subgroups
}

/** What can be stated about a run, and the passes behind it, which are read only where the run has some. */
export async function gatherFindings(
  gathering: Gathering,
): Promise<Pick<ReportFacts, 'findings' | 'probes'> & { readonly samples: FindingSamples }> {
  const { store, fact, id, rows, overview, levels } = gathering
  const input = { run: id, levels: shortcutOptions(levels) }
  const [run, runs] = await Promise.all([store.run(id), store.runs()])
  const hasProbes = runs.some(({ run }) => run.parent === id && run.probe !== undefined)
  const { varying: rates } = await fact('credibility', input)
  const probes = hasProbes ? await fact('probes', input) : null
  const findings = runFindings({
    ...{ rows, overview, rates, probes },
    previous: await previousRun(gathering, run),
    isPublished: isPublished(run, rows),
    selection: selectionIn(run),
  })
  const samples = await findingSamples(gathering, findings)
  return { findings, probes: probes && probes.made.length > 0 ? probes : null, samples }
}

/** What is to be looked at of shortcuts, of a previous run, and of the pass that spoils most. */
async function findingSamples(
  { fact, id, levels }: Gathering,
  findings: readonly RunFinding[],
): Promise<FindingSamples> {
  let linked: FindingSamples['linked'] = []
  const changed = new Map<string, readonly number[]>()
  for (const finding of findings)
    if (finding.kind === 'shortcut') {
      const input = { run: id, levels: shortcutOptions(levels) }
      linked = (await fact('brokenLinks', input)).samples
    } else if (finding.kind === 'previous') {
      const { run } = finding.previous
      changed.set(run, (await fact('changedSamples', { runs: [run, id], change: null })).indices)
    } else if (finding.kind === 'degraded') {
      // Right in this run, wrong in the pass.
      const [{ run } = { run: null }] = finding.passes
      if (run) changed.set(run, (await fact('changedSamples', { runs: [run, id], change: 'gained' })).indices)
    }
  return { linked, changed }
}

const selectionIn = ({ settings: { only } }: Run): string | null => (only ? selectionText(only) : null)

/** A published accuracy is over all questions, asked as the paper asks them. */
const isPublished = ({ dataset: { counts }, settings, probe }: Run, rows: Rows['rows']): boolean =>
  settings.protocol.id === 'medrcube' &&
  !settings.only &&
  !probe &&
  isBenchmark('MedRCube', rows, counts.total)

/** Larger runs are compared on request only. */
const mostCompared = 100_000

/** The last whole run on the same data before this one, paired with it. */
async function previousRun({ store, fact, id, levels }: Gathering, run: Run): Promise<Previous | null> {
  if (run.total > mostCompared) return null
  const earlier = findPrevious(await store.runs(), run)
  if (!earlier) return null
  const compared = await fact('comparison', { runs: [earlier.id, id], levels: shortcutOptions(levels) })
  const overall = compared.againstBaseline[0]?.overall
  return overall ? { run: earlier.id, name: earlier.name, overall } : null
}
