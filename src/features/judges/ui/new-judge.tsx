import { useContext, useState } from 'react'
import {
  type JudgeChoice,
  judgedPass,
  judgePlace,
  usualJudging,
  usualRubric,
} from '../../../app/run/judge-choice.ts'
import { isBusy } from '../../../app/state/stage.ts'
import type { ModelOverview } from '../../../engine/model/model-overview.ts'
import { isComputedHere, type Precision, type RunDevice } from '../../../engine/protocol/device.ts'
import { optionMatch, optionMatchProtocol } from '../../../engine/protocol/protocols/option-match.ts'
import { rubrics } from '../../../engine/protocol/rubrics/rubric.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { FolderCard } from '../../../ui/home/folder-card.tsx'
import { OfferedServers } from '../../../ui/home/server/server-choice.ts'
import { SourceName } from '../../../ui/home/source-name.tsx'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import {
  CheckField,
  ChoiceField,
  NumberField,
  OptionalNumberField,
} from '../../../ui/shared/controls/fields.tsx'
import { StartBar } from '../../../ui/shared/run/start-bar.tsx'
import { deviceChoices, dtypeChoices } from '../../../ui/text/choices.ts'
import { count, sentence } from '../../../ui/text/format.ts'

type Chosen = Omit<JudgeChoice, 'device' | 'dtype' | 'chatTemplate'> & {
  readonly device: RunDevice | null
  readonly dtype: Precision | null
}

interface Answers {
  /** Answers in words. */
  readonly open: number
  /** Replies without options that no rule could read. */
  readonly unread: number
}

const usual = ({ settings }: Run, { open }: Pick<Answers, 'open'>): Chosen => ({
  ...usualJudging,
  rubric: open === 0 ? optionMatch.id : (usualRubric(settings.protocol) ?? rubrics[0]?.id ?? ''),
  device: null,
  dtype: null,
})

/** Chooses a judge, and how it is asked. */
export function NewJudge({ run, ...answers }: Answers & { readonly run: Run }) {
  const controller = useController()
  const judge = useApp(state => state.judge)
  const ServerChoice = useContext(OfferedServers)
  const [chosen, setChosen] = useState(() => usual(run, answers))
  return (
    <section className="stack" aria-labelledby="new-judge">
      <h3 id="new-judge">Start a judge</h3>
      <div className="cards">
        <FolderCard
          title="Judge"
          what="judge"
          inputId="judge-folder-input"
          chosen={judge}
          choose={picked => controller.chooseJudge(picked)}
          unlock={() => controller.unlockJudge()}
          otherWay={ServerChoice && <ServerChoice choose={picked => controller.chooseJudge(picked)} />}
          whereToGet={
            <p className="muted">
              A language model exported by tools/export, any vision-language model this page runs, or a model
              on a server.
            </p>
          }
        >
          {overview => (
            <JudgeSettings
              overview={overview}
              answers={answers}
              chosen={chosen}
              onChange={change => setChosen({ ...chosen, ...change })}
            />
          )}
        </FolderCard>
      </div>
      {judge.status === 'ready' && (
        <Begin run={run} answers={answers} overview={judge.overview} chosen={chosen} />
      )}
    </section>
  )
}

/** What a judge can be asked by, of what there is to judge. */
const askableJudges = ({
  open,
  unread,
}: Answers): readonly { readonly id: string; readonly name: string }[] => [
  ...(open > 0 ? rubrics : []),
  ...(unread > 0 ? [optionMatchProtocol] : []),
]

interface SettingsProps {
  readonly overview: ModelOverview
  readonly answers: Answers
  readonly chosen: Chosen
  readonly onChange: (change: Partial<Chosen>) => void
}

function JudgeSettings({ overview, answers, chosen, onChange }: SettingsProps) {
  const device = useApp(state => state.device)
  const { repeats } = chosen
  const place = judgePlace(overview, chosen)
  const isRating = judgedPass(chosen) === undefined
  return (
    <>
      <SourceName name={overview.name} source={overview.source} />
      {overview.problems.map(problem => (
        <ErrorBox key={`${problem.code} ${problem.subject}`} error={problem} />
      ))}
      <div className="tiles">
        <ChoiceField
          label="Rubric"
          value={chosen.rubric}
          choices={askableJudges(answers).map(({ id, name }) => ({ value: id, text: name }))}
          onChange={rubric => onChange({ rubric })}
        />
        {isComputedHere(place.device) && (
          <>
            <ChoiceField
              label="Judge’s device"
              value={place.device}
              choices={deviceChoices(device)}
              onChange={value => onChange({ device: value })}
            />
            <ChoiceField
              label="Judge’s precision"
              value={place.dtype}
              choices={dtypeChoices(overview, place.device)}
              onChange={dtype => onChange({ dtype })}
            />
          </>
        )}
        <NumberField
          label="Maximum tokens per reply"
          unit="reasoning judges need more"
          value={chosen.maxNewTokens}
          onChange={maxNewTokens => onChange({ maxNewTokens })}
        />
        {!overview.server && (
          <CheckField
            label="Constrain replies to the format"
            note="Forces valid output, even from a model that cannot judge."
            value={chosen.isHeld}
            onChange={isHeld => onChange({ isHeld })}
          />
        )}
        {isRating && !overview.textOnly && (
          <CheckField
            label="Show the images"
            note="Also sends the images to the judge."
            value={chosen.showsImages}
            onChange={showsImages => onChange({ showsImages })}
          />
        )}
        {isRating && (
          <>
            <OptionalNumberField
              label="Rate again"
              unit="answers, to measure the judge’s consistency"
              value={repeats.answers === 0 ? null : repeats.answers}
              none="none"
              onChange={again => onChange({ repeats: { ...repeats, answers: again ?? 0 } })}
            />
            <NumberField
              label="Repeats"
              unit="per answer"
              value={repeats.times}
              most={1000}
              onChange={times => onChange({ repeats: { ...repeats, times } })}
            />
          </>
        )}
      </div>
    </>
  )
}

interface BeginProps extends Omit<SettingsProps, 'onChange'> {
  readonly run: Run
}

function Begin({ run, answers, overview, chosen }: BeginProps) {
  const controller = useController()
  const live = useApp(state => state.live)
  const place = judgePlace(overview, chosen)
  const obstacle =
    isComputedHere(place.device) &&
    dtypeChoices(overview, place.device).find(choice => choice.value === place.dtype)?.reason
  const why =
    live && isBusy(live)
      ? `“${live.run.name}” is still active. Wait for it or stop it.`
      : overview.problems.length > 0
        ? 'The judge cannot run. See its card for the reason.'
        : obstacle
          ? `${place.dtype} cannot be used. ${sentence(obstacle)}`
          : null
  const begin = async () => {
    const showsImages = chosen.showsImages && !overview.textOnly
    const chatTemplate = overview.hasTemplate ? 'own' : 'fallback'
    const isHeld = chosen.isHeld && !overview.server
    await controller.judge(run.id, { ...chosen, ...place, isHeld, showsImages, chatTemplate })
  }
  return (
    <StartBar
      name={`Judge ${judgedPass(chosen) ? `${count(answers.unread)} replies` : `${count(answers.open)} answers`}`}
      about={why ?? 'Runs on this computer. You can stop and continue it at any time.'}
      disabled={why !== null}
      onStart={begin}
      press={`judge ${run.id}`}
    />
  )
}
