import { useEffect, useState } from 'react'
import { expectedSeconds } from '../../app/run/cost.ts'
import { thinkingSettings } from '../../app/run/new-run.ts'
import { counted } from '../../engine/base/counted.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import type { AskedCounts } from '../../engine/probes/passes.ts'
import { usualOptions } from '../../engine/probes/presets.ts'
import { lengthWords } from '../../engine/protocol/answer-kind-words.ts'
import { computedHere, type Dtype } from '../../engine/protocol/device.ts'
import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { mainDtype } from '../../engine/protocol/mixed-precision.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import { findProtocol, protocolReference, protocolsFor } from '../../engine/protocol/protocols/registry.ts'
import {
  chosenDetail,
  mostAtOnce,
  type RunSettings,
  untilTheEnd,
  usualThoughtTokens,
} from '../../engine/protocol/settings.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { CheckField, ChoiceField, NumberField, OptionalNumberField } from '../shared/controls/fields.tsx'
import { Folded } from '../shared/controls/folded.tsx'
import { ProbePicker } from '../shared/run/probe-picker.tsx'
import {
  comparable,
  deviceChoices,
  dtypeChoices,
  graphChoices,
  orderChoices,
  type SelectOption,
  scoringChoices,
} from '../text/choices.ts'
import { bytes, roughDuration } from '../text/format.ts'
import { imageDetailField } from '../text/image-detail.ts'
import { judgeChoices, ownJudge } from '../text/protocol-choices.ts'
import { windowChoices } from '../text/windows.ts'
import { OnlyField } from './only-field.tsx'
import { withoutEffect } from './steps.ts'
import { UntilFields } from './until-fields.tsx'

/** Option probabilities cannot score these questions; they fail and count in no figure. */
const unscorableText = (n: number): string =>
  `${counted(n, 'question')} ${n === 1 ? 'needs' : 'need'} a free-text or multi-select answer and will fail with this scoring.`

/** The protocol's own lengths apply until the user enters one. */
function lengthUnit({ protocol }: RunSettings, isChosen: boolean): string {
  const needed = isChosen ? {} : (findProtocol(protocol).newTokens ?? {})
  return ['tokens per answer', ...lengthWords(needed)].join('; ')
}

/** The settings of a run: four that most runs need, and the others. @param asked what the run asks, once it is counted */
export function SettingsForm({ asked }: { readonly asked: AskedCounts | null }) {
  const controller = useController()
  const { settings, model, dataset, runs } = useApp(pick('settings', 'model', 'dataset', 'runs'))
  const here = computedHere(settings)
  const choices = here && model.status === 'ready' ? dtypeChoices(model.overview, here.device) : []
  const off = withoutEffect({ settings, model }, comparable(dataset, runs ?? []).length)
  return (
    <>
      <div className="tiles">
        {here ? (
          <ChoiceField
            label="Precision"
            value={sameDecoder(choices, here.dtype)}
            choices={choices}
            off={off.dtype}
            onChange={dtype => controller.changeSettings({ dtype })}
          />
        ) : (
          <NumberField
            label="Parallel requests"
            unit={`(max ${mostAtOnce}; use 1 for reproducible answers)`}
            value={settings.atOnce ?? 1}
            most={mostAtOnce}
            onChange={atOnce => controller.changeSettings({ atOnce })}
          />
        )}
        <OnlyField
          selection={settings.only ?? null}
          selected={asked?.selected ?? null}
          overview={dataset.status === 'ready' ? dataset.overview : null}
        />
        <OptionalNumberField
          label="Limit to"
          unit="questions"
          none="all"
          value={settings.limit}
          onChange={limit => controller.changeSettings({ limit })}
        />
        <ProbeSettings />
      </div>
      <Folded name="More settings" className="more-settings">
        <MoreSettings off={off} />
      </Folded>
    </>
  )
}

/** The choice with the same decoder: the other graphs have fields of their own. */
const sameDecoder = (choices: readonly SelectOption<Dtype>[], dtype: Dtype): Dtype =>
  choices.find(({ value }) => mainDtype(value) === mainDtype(dtype))?.value ?? dtype

const graphLabels = [
  ['vision_encoder', 'Image encoder weights'],
  ['embed_tokens', 'Embedding weights'],
] as const

/** Precisions of the graphs beside the decoder, where the folder has a choice. */
function GraphPrecisions() {
  const controller = useController()
  const { settings, model } = useApp(pick('settings', 'model'))
  const here = computedHere(settings)
  if (!here || model.status !== 'ready') return null
  return graphLabels.map(([session, label]) => {
    const choices = graphChoices(model.overview, here, session)
    return choices.length < 2 ? null : (
      <ChoiceField
        key={session}
        label={label}
        value={here.dtype}
        choices={choices}
        onChange={dtype => controller.changeSettings({ dtype })}
      />
    )
  })
}

function MoreSettings({ off }: { readonly off: ReturnType<typeof withoutEffect> }) {
  const controller = useController()
  const { settings, isLengthChosen, device, dataset, runs } = useApp(
    pick('settings', 'isLengthChosen', 'device', 'dataset', 'runs'),
  )
  const kinds = dataset.status === 'ready' ? dataset.overview.kinds : {}
  const unscorable = (kinds.several ?? 0) + (kinds.text ?? 0)
  const here = computedHere(settings)
  /** Value and change of a setting, and why it has no effect. */
  const fieldProps = <Key extends keyof RunSettings>(key: Key) => ({
    value: settings[key],
    off: (off as Readonly<Partial<Record<keyof RunSettings, string>>>)[key],
    onChange: (value: RunSettings[Key]) => controller.changeSettings({ [key]: value }),
  })
  return (
    <div className="tiles">
      {here && (
        <ChoiceField
          label="Device"
          value={here.device}
          choices={deviceChoices(device)}
          onChange={chosen => controller.changeSettings({ device: chosen })}
        />
      )}
      <GraphPrecisions />
      <ChoiceField
        label="Scoring"
        {...fieldProps('scoring')}
        choices={scoringChoices}
        note={unscorable > 0 && settings.scoring === 'choices' ? unscorableText(unscorable) : undefined}
      />
      <DetailField />
      <ProtocolSettings />
      {!here && (
        <CheckField
          label="Listed options only"
          note="Restricts answers to the listed options. Not part of the protocol: not comparable with free answers."
          {...fieldProps('heldToLetter')}
          value={settings.heldToLetter === true}
        />
      )}
      <ThinkingFields />
      {dataset.status === 'ready' && dataset.overview.depth && (
        <ChoiceField
          label="Grey window"
          {...fieldProps('window')}
          value={settings.window ?? 'file'}
          choices={windowChoices(settings.window ?? 'file')}
          note="Another window is another benchmark. Without the chosen window, an image is shown from minimum to maximum."
        />
      )}
      <NumberField
        label="Max new tokens"
        unit={lengthUnit(settings, isLengthChosen)}
        {...fieldProps('maxNewTokens')}
      />
      <ChoiceField label="Order" choices={orderChoices} {...fieldProps('order')} />
      <NumberField label="Seed" unit="of the random order" {...fieldProps('seed')} />
      <NumberField label="Give up after" unit="seconds per question, twice" {...fieldProps('timeout')} />
      <UntilFields
        until={settings.until ?? untilTheEnd}
        runs={comparable(dataset, runs ?? [])}
        off={off}
        onChange={until => controller.changeSettings({ until })}
      />
      {here && (
        <>
          <CheckField
            label="Full text"
            note="Generate every answer to the end, even when its verdict is already clear."
            {...fieldProps('fullText')}
          />
          <CheckField
            label="Keep image features"
            note="Store encoded images on this machine, so that the next run is faster."
            {...fieldProps('keepFeatures')}
          />
          <KeptFeatures />
        </>
      )}
    </div>
  )
}

/** How finely images are shown, with what each choice costs; nothing for a model with one way to show an image. */
function DetailField() {
  const { changeSettings } = useController()
  const field = imageDetailField(useApp(pick('dataset', 'model', 'settings', 'trial')))
  const chosen = useApp(({ settings }) => chosenDetail(settings))
  if (!field) return null
  return (
    <ChoiceField
      label="Image detail"
      value={chosen}
      choices={field.choices}
      note={field.note}
      onChange={imageDetail => changeSettings({ imageDetail })}
    />
  )
}

/** The size of the stored image features, and a button that deletes them. */
function KeptFeatures() {
  const controller = useController()
  const phase = useApp(({ live }) => live?.phase)
  const [kept, setKept] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished run has changed the size
  useEffect(() => {
    let current = true
    controller.keptFeatures().then(size => current && setKept(size), controller.notify)
    return () => {
      current = false
    }
  }, [controller, phase])
  if (kept === 0)
    return (
      <p className="note row">
        <a href="#/storage">Stored on this machine</a>
      </p>
    )
  return (
    <p className="note row">
      <a href="#/storage">{bytes(kept)} of image features stored</a>{' '}
      <SmallButton
        disabled={phase === 'running' || phase === 'loading'}
        onClick={() => controller.clearKeptFeatures().then(controller.keptFeatures).then(setKept)}
      >
        Clear
      </SmallButton>
    </p>
  )
}

const changesImages = (probe: Probe): boolean => ['image', 'parts'].includes(findProbeKind(probe).changes)

/** The probes after the next run; none by default. */
function ProbeSettings() {
  const controller = useController()
  const state = useApp(pick('probes', 'dataset', 'model', 'settings', 'trial', 'runs'))
  const { probes, dataset, model, settings } = state

  const ready = dataset.status === 'ready' ? dataset.overview : null
  const options = ready?.maxOptions ?? usualOptions
  const questions = Math.min(settings.limit ?? Infinity, ready?.counts.loaded ?? 0)
  const costWords = (chosen: readonly Probe[]): string => {
    const seconds = questions > 0 ? expectedSeconds(questions * chosen.length, state) : null
    return seconds === null ? '' : `at most about ${roughDuration(seconds)}`
  }
  const hasDetails = model.status !== 'ready' || model.overview.details !== undefined
  const applies = (probe: Probe) =>
    (!ready || ready.images > 0 || !changesImages(probe)) &&
    (hasDetails || findProbeKind(probe).pixels?.detail === undefined)
  return (
    <Folded name={`Probes: ${probes.length === 0 ? 'none' : probes.length}`} className="probe-settings">
      <p className="note">
        Each probe asks every question again after the run, with one thing changed. A probe of corrupted
        images takes as long as the run. You can also add probes to a finished run.
      </p>
      <ProbePicker
        chosen={probes}
        options={options}
        applies={applies}
        costWords={costWords}
        onChange={chosen => controller.changeProbes(chosen)}
      />
    </Folded>
  )
}

/** Whether a model that can think aloud does so, and how long at most; nothing for other models. */
function ThinkingFields() {
  const { changeSettings } = useController()
  const model = useApp(state => state.model)
  const settings = useApp(state => state.settings)
  if (model.status !== 'ready' || !model.overview.thinks) return null
  const { thinking, thoughtTokens = usualThoughtTokens } = thinkingSettings(model.overview, settings)
  return (
    <>
      <CheckField
        label="Think first"
        note="The thought is kept apart from the answer. A thought that does not end counts as no answer."
        value={thinking === 'on'}
        onChange={value => changeSettings({ thinking: value ? 'on' : 'off' })}
      />
      {thinking === 'on' && (
        <NumberField
          label="Think up to"
          unit="tokens, apart from the answer"
          value={thoughtTokens}
          onChange={value => changeSettings({ thoughtTokens: value })}
        />
      )}
    </>
  )
}

/** The protocol of a mapped data set, and the judge that reads its answers. MedRCube has only its own. */
function ProtocolSettings() {
  const controller = useController()
  const { dataset, settings } = useApp(pick('dataset', 'settings'))
  if (dataset.status !== 'ready') return null
  const protocols = protocolsFor(dataset.overview.protocol)
  const chosen = protocols.find(({ id }) => id === settings.protocol.id)
  if (protocols.length < 2 || !chosen) return null
  const { judge } = settings.protocol
  return (
    <>
      <ChoiceField
        label="Protocol"
        value={chosen.id}
        choices={protocols.map(({ id, name }) => ({ value: id, text: name }))}
        note={chosen.about}
        onChange={id => {
          const protocol = protocols.find(known => known.id === id)
          if (protocol) controller.changeSettings({ protocol: protocolReference(protocol, judge) })
        }}
      />
      <ChoiceField
        label="Answers read by"
        value={judge?.id ?? ownJudge}
        choices={judgeChoices(dataset.overview.kinds)}
        note={
          judge
            ? `${findProtocol(settings.protocol).name}.`
            : 'The rules that read an answer. Answers that no rule can read count as unparsed.'
        }
        onChange={id => {
          const newestJudge = newestJudges().find(known => known.id === id)
          controller.changeSettings({ protocol: protocolReference(chosen, newestJudge) })
        }}
      />
    </>
  )
}
