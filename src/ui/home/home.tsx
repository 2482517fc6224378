import { useEffect, useState } from 'react'
import { pick, useApp } from '../hooks/use-app.ts'
import { Unfinished } from '../shared/run/unfinished.tsx'
import { titlePlace } from '../state/title.ts'
import { DatasetStep } from './dataset-step.tsx'
import { Intro } from './intro.tsx'
import { ModelStep } from './model-step.tsx'
import { RunBar } from './run-bar.tsx'
import { RunStep } from './run-step.tsx'
import { SpaceCube } from './space-cube.tsx'
import { openStep, type StepId, stepFields, stepsOf } from './steps.ts'
import { useAsked } from './use-asked.ts'

/** Sets up a run in three steps, one open at a time. */
export function HomeView() {
  const state = useApp(pick(...stepFields))
  const asked = useAsked()
  const [wanted, setWanted] = useState<StepId | null>(null)
  useEffect(() => {
    titlePlace(null)
  }, [])
  const { dataset, model } = state
  const server = model.status === 'ready' ? model.overview.server : undefined
  const space = dataset.status === 'ready' ? dataset.overview : null
  const steps = stepsOf(state)
  const open = openStep(steps, wanted)
  const [datasetFacts, modelFacts, runFacts] = steps
  const of = (id: StepId) => ({
    isOpen: open === id,
    onOpen: () => setWanted(id),
    onDone: () => setWanted(null),
  })
  return (
    <div className="page home">
      <div className="intro">
        <div>
          <Intro server={server?.address} />
          <PhoneNote />
          <Unfinished />
        </div>
        <SpaceCube
          regions={space?.parts.length ?? 5}
          modalities={space?.modalities.length ?? 4}
          tasks={space?.tasks.length ?? 8}
        />
      </div>
      <div className="setup">
        <DatasetStep facts={datasetFacts} {...of('dataset')} />
        <ModelStep facts={modelFacts} {...of('model')} />
        <RunStep facts={runFacts} {...of('run')} asked={asked} />
        <RunBar asked={asked} />
      </div>
    </div>
  )
}

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
