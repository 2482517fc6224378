import { Suspense, useState, useSyncExternalStore } from 'react'
import { tableFiles } from '../../app/folders/picking.ts'
import { needsConfirming } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { late } from '../shared/late.ts'
import { Command, downloadDataset, installDownloader } from './advice/command.tsx'
import { DatasetSummary } from './dataset-summary.tsx'
import { FolderButtons, FolderState, useFolderWays } from './folder-card.tsx'
import { OtherRole } from './other-role.tsx'
import { Step } from './step.tsx'
import type { StepFacts } from './steps.ts'

const OfferedQuestions = late(async () => (await import('./offered-questions.tsx')).OfferedQuestions)
const MappingPanel = late(async () => (await import('./mapping/mapping-panel.tsx')).MappingPanel)

export interface StepProps {
  readonly facts: StepFacts
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** Closes the step. */
  readonly onDone: () => void
}

/** Chooses the data set, and confirms how it is read. */
export function DatasetStep({ facts, isOpen, onOpen, onDone }: StepProps) {
  const controller = useController()
  const state = useApp(pick('dataset', 'confirmed', 'isPartGuessed'))
  const { dataset } = state
  const [isEditing, setEditing] = useState(false)
  const ways = useFolderWays({
    title: 'Data set',
    what: 'data set',
    inputId: 'dataset-folder-input',
    choose: picked => {
      onOpen()
      setEditing(false)
      return controller.chooseDataset(picked)
    },
    fileEndings: tableFiles,
  })
  return (
    <Step title="Data set" number={1} {...{ facts, isOpen, onOpen, ways }} always={ways.inputs}>
      <FolderButtons ways={ways} />
      <FolderState
        chosen={dataset}
        what="data set"
        unlock={() => controller.unlockDataset()}
        ways={ways}
        soFar={<ReadSoFar />}
        remedy={({ code }) =>
          code === 'no-questions' ? (
            <Suspense>
              <OfferedQuestions />
            </Suspense>
          ) : (
            <OtherRole chosenAs="dataset" />
          )
        }
      >
        {overview => (
          <div className="column dataset-read">
            <div className="column">
              <DatasetSummary overview={overview} />
            </div>
            <Suspense fallback={<p className="muted">Loading…</p>}>
              {overview.mapping && (
                <MappingPanel
                  overview={overview}
                  mapping={overview.mapping}
                  onConfirmed={onDone}
                  isEditing={isEditing}
                  onEdit={setEditing}
                />
              )}
            </Suspense>
          </div>
        )}
      </FolderState>
      <div className="row">
        {dataset.status === 'ready' && !needsConfirming(state) && (
          <Button onClick={onDone}>Use this data set</Button>
        )}
        <WhereToGetData />
      </div>
    </Step>
  )
}

/** Files and samples read so far. Only this re-renders while the data set is being read. */
function ReadSoFar() {
  const { readSoFar } = useController()
  const { files, samples } = useSyncExternalStore(readSoFar.subscribe, readSoFar.get)
  return (
    <>
      {files > 0 && counted(files, 'file')}
      {samples > 0 && `, ${counted(samples, 'sample')}`}
    </>
  )
}

/** Where to download a data set. */
function WhereToGetData() {
  return (
    <details className="note">
      <summary>Where to get one</summary>
      <div className="column">
        <p>
          MedRCube is on huggingface.co as Flmc/MedRCube. About 1,000 of its 7,626 samples lack their images,
          which may not be redistributed. Voxelwise skips and counts them.
        </p>
        <Command line={downloadDataset} />
        <p className="muted">
          Install the command with {installDownloader}. Any folder with a test.json in the same format works.
        </p>
      </div>
    </details>
  )
}
