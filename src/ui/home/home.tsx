import { Suspense, useEffect, useState } from 'react'
import { unfinishedRun } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { AppState } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import type { AskedCounts } from '../../engine/probes/passes.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'
import { featurePages } from '../page-features.ts'
import { Folded } from '../shared/controls/folded.tsx'
import { late } from '../shared/late.ts'
import { ContinueButton } from '../shared/run/continue-button.tsx'
import { titlePlace } from '../state/title.ts'
import { count } from '../text/format.ts'
import { SpeedTrial } from './advice/speed-trial.tsx'
import { DatasetStep } from './dataset-step.tsx'
import { ModelStep } from './model-step.tsx'
import { RunBar } from './run-bar.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SpaceCube } from './space-cube.tsx'
import { Step } from './step.tsx'
import { openStep, type StepId, setUpSteps, stepFields } from './steps.ts'

/** Features bring code that no first view needs. */
const SetUpParts = late(async () => (await import('./set-up-parts.tsx')).SetUpParts)

/** Sets up a run in three steps, one open at a time. */
export function HomeView() {
  const state = useApp(pick(...stepFields))
  const askedCounts = useAsked()
  const [wanted, setWanted] = useState<StepId | null>(null)
  useEffect(() => {
    titlePlace(null)
  }, [])
  const { dataset, model } = state
  const server = model.status === 'ready' ? model.overview.server : undefined
  const space = dataset.status === 'ready' ? dataset.overview : null
  const steps = setUpSteps(state)
  const open = openStep(steps, wanted)
  const [datasetFacts, modelFacts, runFacts] = steps
  const stepProps = (id: StepId) => ({ isOpen: open === id, onOpen: () => setWanted(id) })
  const onDone = () => setWanted(null)
  // A model that is used in spite of a warning asks for nothing more.
  const onModelDone = () => setWanted(datasetFacts.isOpenTask ? null : 'run')
  return (
    <div className="page home">
      <div className={isOwn(dataset) ? 'column' : 'intro'}>
        <div className="column">
          {isOwn(dataset) ? <OwnIntro server={server?.address} /> : <Intro server={server?.address} />}
          <PhoneNote />
          <Unfinished />
        </div>
        {!isOwn(dataset) && (
          <SpaceCube
            regions={space?.parts.length ?? 5}
            modalities={space?.modalities.length ?? 4}
            tasks={space?.tasks.length ?? 8}
          />
        )}
      </div>
      <div className="column setup">
        <DatasetStep facts={datasetFacts} {...stepProps('dataset')} onDone={onDone} />
        <ModelStep facts={modelFacts} {...stepProps('model')} onDone={onModelDone} />
        <Step title="Run" number={3} facts={runFacts} {...stepProps('run')}>
          <SettingsForm asked={askedCounts} />
          <SpeedTrial />
          <Folded name="Plan the size of the run">
            <Suspense fallback={<p className="muted">Loading…</p>}>
              <SetUpParts />
            </Suspense>
          </Folded>
          {space && (
            <p className="words">
              {featurePages.map(({ path, link }) => (
                <a key={path} href={`#/${path}`}>
                  {link}
                </a>
              ))}
            </p>
          )}
        </Step>
        <RunBar asked={askedCounts} />
      </div>
    </div>
  )
}

/** Users with data of their own know what the page is for. */
const isOwn = (dataset: AppState['dataset']): boolean =>
  dataset.status === 'ready' && dataset.overview.source !== 'bundled'

/** A touch pointer without hover: a phone or a tablet. */
const isHandheld = (): boolean => matchMedia('(pointer: coarse) and (hover: none)').matches

/** What works on phones and tablets, which have little memory and rarely open folders. */
function PhoneNote() {
  if (!isHandheld()) return null
  return (
    <p className="muted">
      On a phone or tablet you can run the demo and open exported results. Use a computer for your own
      folders: few mobile browsers open folders, and models need memory.
    </p>
  )
}

/** What the next run and its passes ask; null until it is counted. */
function useAsked(): AskedCounts | null {
  const controller = useController()
  const { dataset, settings, probes } = useApp(pick('dataset', 'settings', 'probes'))
  const fingerprint = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const { only, limit, order, seed, protocol } = settings
  const key = `asked ${fingerprint} ${JSON.stringify([only, limit, order, seed, protocol, probes])}`
  const counts = useAsync(key, async () => (fingerprint === null ? null : controller.countAsked()))
  return counts.status === 'ready' ? counts.value : null
}

/** Offers to continue the latest unfinished run, or says that another tab works on it. */
function Unfinished() {
  const runs = useApp(state => state.runs)
  const isRunning = useApp(({ live }) => live !== null && isBusy(live))
  const unfinished = isRunning || !runs ? null : unfinishedRun(runs)
  if (!unfinished) return null
  const { summary, passes, next } = unfinished
  const { run, answered, failed } = summary
  return (
    <p className="row unfinished">
      <span>
        <strong>{run.name}</strong>{' '}
        {next === null
          ? 'is open in another tab.'
          : next.id === run.id
            ? `stopped at ${count(answered + failed)} of ${count(run.total)}.`
            : `has ${counted(passes, 'unfinished probe run')}.`}
      </span>
      {next && <ContinueButton run={next} look="primary" />}
    </p>
  )
}

interface IntroProps {
  /** Address of the model server that answers, if one does. */
  readonly server?: string | undefined
}

const Privacy = ({ server }: IntroProps) =>
  server ? (
    <>Questions and images go only to the model server at {server}.</>
  ) : (
    <strong>Nothing leaves this machine.</strong>
  )

/** What the page does. index.html has the same markup without a server, so that it shows before any module has loaded. */
export const Intro = (props: IntroProps) => (
  <>
    <h1>Test a medical vision-language model, voxel by voxel</h1>
    <p className="lead">
      Choose a data set and a model, then press Run. You see the accuracy in every voxel, and whether
      perception is right where diagnoses are. <Privacy {...props} />
    </p>
  </>
)

/** In its place with own data. */
const OwnIntro = (props: IntroProps) => (
  <>
    <h1 className="visually-hidden">Set up a run</h1>
    <p className="muted">
      <Privacy {...props} />
    </p>
  </>
)
