import { useEffect, useState } from 'react'
import { counted } from '../../engine/base/counted.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import { mostAtOnce, type RunSettings, untilTheEnd } from '../../engine/protocol/settings.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { CheckField, ChoiceField, NumberField } from '../shared/controls/fields.tsx'
import { ProbePicker } from '../shared/run/probe-picker.tsx'
import {
  chatTemplateChoices,
  comparable,
  deviceChoices,
  dtypeChoices,
  orderChoices,
  scoringChoices,
} from '../text/choices.ts'
import { bytes } from '../text/format.ts'
import { lengthWords } from '../text/protocol-choices.ts'
import { windowChoices } from '../text/windows.ts'
import { OnlyField } from './only-field.tsx'
import { ProtocolSettings } from './protocol-settings.tsx'
import { ThinkingFields } from './thinking-fields.tsx'
import { UntilFields } from './until-fields.tsx'

/** Option probabilities cannot score these questions; they fail and count in no figure. */
const unscorableText = (n: number): string =>
  `${counted(n, 'question')} ${n === 1 ? 'needs' : 'need'} a free-text or multi-select answer and will fail with this scoring.`

/** The protocol's own lengths apply until the user enters one. */
function lengthUnit({ protocol }: RunSettings, isChosen: boolean): string {
  const needed = isChosen ? {} : (protocolOf(protocol).newTokens ?? {})
  return ['tokens per answer', ...lengthWords(needed)].join('; ')
}

/** The settings of a run. */
export function SettingsForm() {
  const controller = useController()
  const { settings, isLengthChosen, device, model, dataset, runs } = useApp(
    pick('settings', 'isLengthChosen', 'device', 'model', 'dataset', 'runs'),
  )
  const kinds = dataset.status === 'ready' ? dataset.overview.kinds : {}
  const unscorable = (kinds.several ?? 0) + (kinds.text ?? 0)
  const change = (part: Partial<RunSettings>) => controller.changeSettings(part)
  const here = computedHere(settings)
  return (
    <div className="settings">
      {here ? (
        <>
          <ChoiceField
            label="Device"
            value={here.device}
            choices={deviceChoices(device)}
            onChange={value => change({ device: value })}
          />
          <ChoiceField
            label="Precision"
            value={here.dtype}
            choices={
              model.status === 'ready'
                ? dtypeChoices(model.overview, here.device)
                : [{ value: here.dtype, name: here.dtype, text: here.dtype, reason: null }]
            }
            onChange={value => change({ dtype: value })}
          />
        </>
      ) : (
        <NumberField
          label="Parallel requests"
          unit={`(max ${mostAtOnce}; use 1 for reproducible answers)`}
          value={settings.atOnce ?? 1}
          most={mostAtOnce}
          onChange={value => value !== null && change({ atOnce: value })}
        />
      )}
      {!here && settings.scoring === 'generate' && (
        <CheckField
          label="Listed options only"
          note="Restricts answers to the listed options. Not part of the protocol: not comparable with free answers."
          checked={settings.heldToLetter === true}
          onChange={value => change({ heldToLetter: value })}
        />
      )}
      <ProtocolSettings />
      <ChoiceField
        label="Scoring"
        value={settings.scoring}
        choices={scoringChoices}
        {...(unscorable > 0 && settings.scoring === 'choices' && { note: unscorableText(unscorable) })}
        onChange={value => change({ scoring: value })}
      />
      {model.status === 'ready' && !model.overview.hasTemplate && (
        <ChoiceField
          label="Chat template"
          value={settings.chatTemplate}
          choices={chatTemplateChoices}
          onChange={value => change({ chatTemplate: value })}
        />
      )}
      <ThinkingFields />
      {dataset.status === 'ready' && dataset.overview.dicom && (
        <ChoiceField
          label="DICOM window"
          value={settings.window ?? 'file'}
          choices={windowChoices(settings.window ?? 'file')}
          note="Another window is another benchmark. Without the chosen window, an image is shown from minimum to maximum."
          onChange={value => change({ window: value })}
        />
      )}
      <NumberField
        label="Max new tokens"
        unit={lengthUnit(settings, isLengthChosen)}
        value={settings.maxNewTokens}
        onChange={value => value !== null && change({ maxNewTokens: value })}
      />
      <ChoiceField
        label="Order"
        value={settings.order}
        choices={orderChoices}
        onChange={value => change({ order: value })}
      />
      {settings.order === 'balanced' && (
        <NumberField
          label="Seed"
          unit="of the random order"
          value={settings.seed}
          onChange={value => value !== null && change({ seed: value })}
        />
      )}
      <OnlyField
        selection={settings.only ?? null}
        dataset={
          dataset.status === 'ready'
            ? { loaded: dataset.overview.counts.loaded, fingerprint: dataset.overview.fingerprint }
            : null
        }
      />
      <NumberField
        label="Limit to"
        unit="questions"
        value={settings.limit}
        optional
        onChange={value => change({ limit: value })}
      />
      <NumberField
        label="Give up after"
        unit="seconds per question, twice"
        value={settings.timeout}
        onChange={value => value !== null && change({ timeout: value })}
      />
      <UntilFields
        until={settings.until ?? untilTheEnd}
        runs={comparable(dataset, runs ?? [])}
        onChange={until => change({ until })}
      />
      {here && (
        <>
          <CheckField
            label="Full text"
            note="Generate every answer to the end, even when its verdict is already clear."
            checked={settings.fullText}
            onChange={value => change({ fullText: value })}
          />
          <CheckField
            label="Keep image features"
            note="Store encoded images on this machine, so that the next run is faster."
            checked={settings.keepFeatures}
            onChange={value => change({ keepFeatures: value })}
          />
          <KeptFeatures />
        </>
      )}
      <ProbeSettings />
    </div>
  )
}

/** The size of the stored image features, and a button that deletes them. */
export function KeptFeatures() {
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
      <p className="kept">
        <a href="#/storage">Stored on this machine</a>
      </p>
    )
  return (
    <p className="kept">
      <a href="#/storage">{bytes(kept)} of image features stored</a>{' '}
      <button
        type="button"
        className="button small"
        disabled={phase === 'running' || phase === 'loading'}
        onClick={() => controller.clearKeptFeatures().then(controller.keptFeatures).then(setKept)}
      >
        Clear
      </button>
    </p>
  )
}

/** As in MedRCube. */
const unknownOptions = 4

/** The probes after the next run; none by default. */
function ProbeSettings() {
  const controller = useController()
  const { probes, dataset } = useApp(pick('probes', 'dataset'))

  const options = dataset.status === 'ready' ? dataset.overview.maxOptions : unknownOptions
  return (
    <details className="probe-settings">
      <summary>Probes: {probes.length === 0 ? 'none' : probes.length}</summary>
      <p className="field-note">
        Each probe asks every question again after the run, with one thing changed. A probe of corrupted
        images takes as long as the run. You can also add probes to a finished run.
      </p>
      <ProbePicker chosen={probes} options={options} onChange={chosen => controller.changeProbes(chosen)} />
    </details>
  )
}
