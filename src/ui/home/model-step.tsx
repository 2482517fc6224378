import { Suspense, useState } from 'react'
import { counted } from '../../engine/base/counted.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { type Fact, Facts } from '../shared/controls/facts.tsx'
import { ChoiceField } from '../shared/controls/fields.tsx'
import { late } from '../shared/late.ts'
import { chatTemplateChoices } from '../text/choices.ts'
import { sentence } from '../text/format.ts'
import { AdapterChoice } from './adapter-choice.tsx'
import type { StepProps } from './dataset-step.tsx'
import { FolderState, useFolderWays } from './folder-card.tsx'
import { CopyModel, ModelCopies } from './model-copies.tsx'
import { ModelSummary } from './model-summary.tsx'
import { OtherRole } from './other-role.tsx'
import { Step } from './step.tsx'
import { demoModelWords, isDemoOnOwnData } from './steps.ts'

const ModelDrawer = late(async () => (await import('./model-drawer.tsx')).ModelDrawer)

/** Chooses the model, in a drawer that lists first what fits this machine. */
export function ModelStep({ facts, isOpen, onOpen, onDone }: StepProps) {
  const controller = useController()
  const { dataset, model, settings } = useApp(pick('dataset', 'model', 'settings'))
  const [isChoosing, setChoosing] = useState(false)
  const choose = (picked: Parameters<typeof controller.chooseModel>[0]) => {
    setChoosing(false)
    onOpen()
    return controller.chooseModel(picked)
  }
  const ways = useFolderWays({ title: 'Model', what: 'model', inputId: 'model-folder-input', choose })
  const overview = model.status === 'ready' ? model.overview : null
  return (
    <Step title="Model" number={2} {...{ facts, isOpen, onOpen, ways }} always={ways.inputs}>
      <FolderState
        chosen={model}
        what="model"
        unlock={() => controller.unlockModel()}
        ways={ways}
        remedy={() => <OtherRole chosenAs="model" />}
      >
        {read => (
          <>
            <ModelSummary overview={read} />
            {read.adapter !== undefined && (
              <>
                <AdapterChoice adapter={read.adapter} isFixed={read.copied !== undefined} />
                {read.copied === undefined ? (
                  <CopyModel overview={read} />
                ) : (
                  <p className="muted">A private copy in {read.copied}. The model’s folder is not read.</p>
                )}
              </>
            )}
            {read.problems.length > 0 && <OtherRole chosenAs="model" />}
          </>
        )}
      </FolderState>
      {overview && !overview.server && !overview.hasTemplate && (
        <ChoiceField
          label="Chat template"
          value={settings.chatTemplate}
          choices={chatTemplateChoices}
          onChange={chatTemplate => controller.changeSettings({ chatTemplate })}
        />
      )}
      {isDemoOnOwnData({ dataset, model }) && (
        <p className="warning">{demoModelWords} Choose a model for your images.</p>
      )}
      <ModelCopies overview={overview} choose={choose} />
      <MachineFacts />
      <div className="row">
        {overview?.problems.length === 0 && <Button onClick={onDone}>Use this model</Button>}
        <Button onClick={ways.pick}>Pick a folder</Button>
        <Button onClick={() => setChoosing(true)}>
          {overview ? 'Choose another model' : 'Choose a model'}
        </Button>
        <span className="muted">or drop a model folder here</span>
      </div>
      <Suspense>
        {isChoosing && <ModelDrawer ways={ways} choose={choose} onClose={() => setChoosing(false)} />}
      </Suspense>
    </Step>
  )
}

/** This machine's graphics card and processor. */
function MachineFacts() {
  const { webgpu, cores, isolated } = useApp(state => state.device)
  const card = (): Omit<Fact, 'name'> => {
    switch (webgpu.status) {
      case 'available':
        return { value: webgpu.adapter, note: `WebGPU, ${webgpu.f16 ? '' : 'no '}16-bit arithmetic` }
      case 'unavailable':
        return { value: `Not available. ${sentence(webgpu.reason)}` }
      case 'checking':
        return { value: 'Checking…' }
    }
  }
  const threads = isolated ? 'used by WASM' : 'WASM uses one: this page cannot share memory between threads'
  return (
    <Facts
      facts={[
        { name: 'Graphics card', ...card() },
        { name: 'Processor', value: counted(cores, 'logical core'), note: threads },
      ]}
    />
  )
}
