import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Tags } from '../../../engine/protocol/tags.ts'
import { useController } from '../../hooks/use-app.ts'
import type { Async } from '../../hooks/use-async.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { SaveFile } from '../../shared/controls/save-file.tsx'
import { changeQuery, navigate } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { samplesCsv } from './saved-samples.ts'
import type { TagsOfSample } from './tag-names.tsx'
import { TagField } from './tags.tsx'
import type { Ticks } from './use-ticks.ts'

export const shownAs = ['list', 'gallery'] as const
type ShownAs = (typeof shownAs)[number]

interface Props {
  readonly run: string
  /** All of the run. */
  readonly rows: readonly ResultRow[]
  readonly listed: Async<readonly ResultRow[]>
  readonly as: ShownAs
  readonly tags: Tags
  readonly findTags: TagsOfSample
  readonly ticks: Ticks
}

/** How many samples are listed, and what can be done with them, or with those that are ticked. */
export function SelectionActions({ run, rows, listed, as, tags, findTags, ticks }: Props) {
  const matches = listed.status === 'ready' ? listed.value : []
  const meant = ticks.count > 0 ? rows.filter(({ index }) => ticks.has(index)) : matches
  return (
    <div className="actions">
      <p className="note list-count" role="status">
        {listed.status === 'loading'
          ? 'Looking…'
          : matches.length === rows.length
            ? counted(rows.length, 'sample')
            : `${count(matches.length)} of ${counted(rows.length, 'sample')}`}
        {ticks.count > 0 && `, ${count(ticks.count)} ticked`}
      </p>
      <span className="row viewer-switch">
        {shownAs.map(one => (
          <SmallButton
            key={one}
            aria-pressed={one === as}
            onClick={() => changeQuery({ as: one === 'list' ? null : one, sample: null })}
          >
            {one === 'list' ? 'List' : 'Gallery'}
          </SmallButton>
        ))}
      </span>
      {ticks.count > 0 && <SmallButton onClick={ticks.clear}>Untick all</SmallButton>}
      {meant.length > 0 && <Saves run={run} rows={meant} findTags={findTags} />}
      {meant.length > 0 && meant.length < rows.length && (
        <ForSome {...{ run, tags }} rows={meant} name={ticks.count > 0 ? 'the ticked samples' : 'these'} />
      )}
    </div>
  )
}

const sheet = 'voxelwise-contact-sheet.html'

function Saves({ run, rows, findTags }: Pick<Props, 'run' | 'rows' | 'findTags'>) {
  const controller = useController()
  return (
    <>
      <SaveFile
        file="voxelwise-samples.csv"
        make={async ({ signal }) => {
          const samples = rows.map(({ index }) => index)
          const texts = await controller.fact('answerTexts', { run, samples }, signal)
          return new Blob([samplesCsv(rows, texts, findTags)], { type: 'text/csv;charset=utf-8' })
        }}
      >
        Save as CSV
      </SaveFile>
      <SaveFile file={sheet} make={waiting => controller.contactSheet(run, rows, waiting)}>
        Save as contact sheet
      </SaveFile>
    </>
  )
}

/** @param name of the samples, in the words of a button */
function ForSome({
  run,
  tags,
  rows,
  name,
}: Pick<Props, 'run' | 'tags' | 'rows'> & { readonly name: string }) {
  const controller = useController()
  return (
    <>
      <SmallButton
        onClick={() => {
          controller.selectOnly({ where: [], ids: [...new Set(rows.map(({ id }) => id))] })
          navigate('#/')
        }}
      >
        Run only {name}
      </SmallButton>
      <TagField run={run} tags={tags} indices={rows.map(({ index }) => index)} label={`Tag ${name}`} />
    </>
  )
}
