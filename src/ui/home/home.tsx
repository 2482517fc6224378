import { useEffect, useSyncExternalStore } from 'react'
import { tableFiles } from '../../app/folders/picking.ts'
import { counted } from '../../engine/base/counted.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { RaceEntrants } from '../race/entrants.tsx'
import { Unfinished } from '../shared/run/unfinished.tsx'
import { titlePlace } from '../state/title.ts'
import { sentence } from '../text/format.ts'
import { AdvicePanel } from './advice/advice-panel.tsx'
import { DatasetSummary } from './dataset-summary.tsx'
import { FolderCard } from './folder-card.tsx'
import { HeaderOffer } from './headers/header-questions.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import { ModelSummary } from './model-summary.tsx'
import { RunBar } from './run-bar.tsx'
import { ServerPicker } from './server/server-picker.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SpaceCube } from './space-cube.tsx'
import { WhereToGetData, WhereToGetModels } from './where-to-get.tsx'

/** Sets up a run: data set, model, machine, settings and the Run button. */
export function HomeView() {
  const controller = useController()
  const { dataset, model } = useApp(pick('dataset', 'model'))
  const server = model.status === 'ready' ? model.overview.server : undefined
  const space = dataset.status === 'ready' ? dataset.overview : null
  useEffect(() => {
    titlePlace(null)
  }, [])
  return (
    <div className="page home">
      <div className="intro">
        <div>
          <h1>Test a medical vision-language model, voxel by voxel</h1>
          <p className="lead">
            Choose a data set and a model, then press Run. You see the accuracy in every voxel of anatomy ×
            modality × task, and whether right diagnoses rest on right perception.{' '}
            {server ? (
              <>Questions and images go only to the model server at {server.address}.</>
            ) : (
              <>
                Everything runs on this computer: <strong>nothing leaves this machine</strong>.
              </>
            )}
          </p>
          <PhoneNote />
          <Unfinished />
          <RunBar />
        </div>
        <SpaceCube
          regions={space?.parts.length ?? 5}
          modalities={space?.modalities.length ?? 4}
          tasks={space?.tasks.length ?? 8}
        />
      </div>
      <div className="cards">
        <FolderCard
          title="Data set"
          what="data set"
          inputId="dataset-folder-input"
          chosen={dataset}
          choose={picked => controller.chooseDataset(picked)}
          unlock={() => controller.unlockDataset()}
          fileEndings={tableFiles}
          soFar={<ReadSoFar />}
          remedy={({ code }) => code === 'no-questions' && <HeaderOffer />}
          whereToGet={<WhereToGetData />}
        >
          {overview => <DatasetSummary overview={overview} />}
        </FolderCard>
        <FolderCard
          title="Model"
          what="model"
          inputId="model-folder-input"
          chosen={model}
          choose={picked => controller.chooseModel(picked)}
          unlock={() => controller.unlockModel()}
          otherWay={<ServerPicker choose={picked => controller.chooseModel(picked)} />}
          whereToGet={<WhereToGetModels />}
        >
          {overview => <ModelSummary overview={overview} />}
        </FolderCard>
        <section className="panel" aria-labelledby="how">
          <h2 id="how">This machine</h2>
          <DevicePanel />
          <h3>Settings</h3>
          <SettingsForm />
        </section>
      </div>
      <AdvicePanel />
      <RaceEntrants />
      {dataset.status === 'ready' && dataset.overview.mapping && (
        <MappingPanel overview={dataset.overview} mapping={dataset.overview.mapping} />
      )}
    </div>
  )
}

/** This machine's graphics card and processor. */
function DevicePanel() {
  const { webgpu, cores, isolated } = useApp(state => state.device)
  return (
    <dl className="facts">
      <dt>Graphics card</dt>
      <dd>
        {webgpu.status === 'available' && (
          <>
            {webgpu.adapter}
            <span className="muted">
              {webgpu.f16 ? ' WebGPU, 16-bit arithmetic' : ' WebGPU, no 16-bit arithmetic'}
            </span>
          </>
        )}
        {webgpu.status === 'unavailable' && <>Not available. {sentence(webgpu.reason)}</>}
        {webgpu.status === 'checking' && <span className="muted">Checking…</span>}
      </dd>
      <dt>Processor</dt>
      <dd>
        {counted(cores, 'logical core')}
        <span className="muted">
          {isolated ? ', used by WASM' : '. WASM uses one: this page cannot share memory between threads'}
        </span>
      </dd>
    </dl>
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
