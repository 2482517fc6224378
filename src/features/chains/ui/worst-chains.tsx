import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { FileName } from '../../../ui/shared/controls/file-name.tsx'
import { SaveFile } from '../../../ui/shared/controls/save-file.tsx'
import { RowLinks } from '../../../ui/shared/sample/row-links.tsx'
import { Thumbnail } from '../../../ui/shared/sample/thumbnail.tsx'
import { changeQuery, useRoute } from '../../../ui/state/router.ts'
import { count } from '../../../ui/text/format.ts'
import type { ChainEntry, ConstantChains, FindRow } from '../engine/chain-table.ts'
import { unrankedWords } from '../text/unranked-words.ts'

interface Props {
  readonly run: string
  /** Images with a shortcut, the worst first. */
  readonly chains: readonly number[]
  /** Diagnoses that one answer fits, with the images that are therefore not among them. */
  readonly constant: readonly ConstantChains[]
  readonly chainEntry: (chain: number) => ChainEntry
  readonly findRow: FindRow
}

const [first, step] = [4, 12]

/** Images whose diagnosis was right although their perception was wrong, a wrong organ first. */
export function WorstChains({ run, chains, constant, chainEntry, findRow }: Props) {
  const controller = useController()
  const wanted = useRoute().query.get('worst') ?? ''
  const shown = /^\d{1,6}$/.test(wanted) ? Math.max(first, Number(wanted)) : first
  return (
    <section className="stack whole" aria-labelledby="worst">
      <h3 id="worst">Worst shortcuts</h3>
      {chains.length === 0 ? (
        constant.length === 0 && (
          <p className="muted">None of these images has a right diagnosis with a wrong perception.</p>
        )
      ) : (
        <p className="prose muted">
          {counted(chains.length, 'image')} with a right diagnosis and a wrong perception. Images with an
          unrecognised organ come first, then those with most broken links.
        </p>
      )}
      {constant.length > 0 && <p className="prose">{unrankedWords(constant)}</p>}
      <ul className="worst-chains">
        {chains.slice(0, shown).map(chain => (
          <WorstChain key={chain} run={run} entry={chainEntry(chain)} findRow={findRow} />
        ))}
      </ul>
      <div className="actions">
        {chains.length > 0 && (
          <SaveFile
            file="voxelwise-worst-shortcuts.html"
            make={waiting =>
              controller.contactSheet(
                run,
                chains.slice(0, shown).flatMap(chain => shortcutRows(chainEntry(chain), findRow)),
                waiting,
              )
            }
          >
            Save as contact sheet
          </SaveFile>
        )}
        {chains.length > shown && (
          <Button onClick={() => changeQuery({ worst: String(shown + step) })}>
            Show {count(Math.min(step, chains.length - shown))} more
          </Button>
        )}
      </div>
    </section>
  )
}

interface ChainProps {
  readonly run: string
  readonly entry: ChainEntry
  readonly findRow: FindRow
}

/** Its right diagnoses, and the wrong perceptions below them. */
function shortcutRows({ questions }: ChainEntry, findRow: FindRow): readonly ResultRow[] {
  const rows = (level: 'high' | 'low', verdict: ResultRow['verdict']) =>
    questions
      .filter(question => question.level === level)
      .flatMap(({ sample }) => findRow.get(sample) ?? [])
      .filter(row => row.verdict === verdict)
  return [...rows('high', 'correct'), ...rows('low', 'wrong')]
}

function WorstChain({ run, entry, findRow }: ChainProps) {
  const image = findRow.get(entry.questions[0]?.sample ?? -1)?.image ?? null
  return (
    <li className="worst-chain">
      <Thumbnail run={run} path={image} />
      <div className="lines">
        <p className="words chain-image">
          {image !== null && <FileName name={image} />}
          <span className="muted">{counted(entry.links.D, 'broken link')}</span>
        </p>
        {entry.organWrong && <p className="warning">Right diagnosis, but the organ was not recognised.</p>}
        <RowLinks run={run} rows={shortcutRows(entry, findRow)} />
      </div>
    </li>
  )
}
