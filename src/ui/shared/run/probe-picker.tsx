import type { ChangeEvent, ComponentProps } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { corruptionNames } from '../../../engine/probes/corruption-names.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import { corruptedImage, interventions, optionOrdersFor } from '../../../engine/probes/passes.ts'
import { probePresets } from '../../../engine/probes/presets.ts'
import {
  type Corruption,
  corruptions,
  medicalCorruptions,
  type Probe,
  strengths,
} from '../../../engine/protocol/probe.ts'
import { byModality } from '../../../engine/seams.ts'
import { Table } from '../table/table.tsx'

interface Props {
  readonly chosen: readonly Probe[]
  /** The most options of a question that can be reordered; below two if there is none. */
  readonly options: number
  /** Keys of the probes that exist or are waiting. */
  readonly made?: ReadonlySet<string>
  /** Whether a probe has something to ask; all have while that is not known. */
  readonly applies?: (probe: Probe) => boolean
  /** What probes cost, in words; empty while that is not known. */
  readonly costWords: (probes: readonly Probe[]) => string
  readonly onChange: (chosen: readonly Probe[]) => void
}

type Box = (probes: readonly Probe[]) => ComponentProps<'input'>

/** Chooses probes: by question, or one by one. Those that have nothing to ask are not listed. */
export function ProbePicker(props: Props) {
  const { chosen, options, made = new Set(), applies = () => true, costWords, onChange } = props
  const keys = new Set(chosen.map(probeKey))
  const toggle = (probes: readonly Probe[], isOn: boolean) => {
    const touched = new Set(probes.map(probeKey))
    const others = chosen.filter(probe => !touched.has(probeKey(probe)))
    onChange(isOn ? [...others, ...probes.filter(probe => !made.has(probeKey(probe)))] : others)
  }
  const box: Box = probes => ({
    type: 'checkbox',
    disabled: probes.every(probe => made.has(probeKey(probe))),
    checked: probes.every(probe => made.has(probeKey(probe)) || keys.has(probeKey(probe))),
    onChange: (event: ChangeEvent<HTMLInputElement>) => toggle(probes, event.target.checked),
  })
  const presets = probePresets(options)
    .map(preset => ({ ...preset, probes: preset.probes.filter(applies) }))
    .filter(({ probes }) => probes.length > 0)
  return (
    <fieldset className="probe-picker">
      <legend className="visually-hidden">Probes</legend>
      {presets.map(({ id, name, about, probes }) => (
        <label key={id} className="probe-choice">
          <input {...box(probes)} />
          <span>
            {name} <span className="muted">{about}</span>
            <span className="score-note">
              {[counted(probes.length, 'pass', 'passes'), costWords(probes)].filter(Boolean).join(', ')}
            </span>
          </span>
        </label>
      ))}
      <details>
        <summary>Choose single probes</summary>
        <SingleProbes options={options} applies={applies} box={box} />
      </details>
    </fieldset>
  )
}

interface SingleProps {
  readonly options: number
  readonly applies: (probe: Probe) => boolean
  readonly box: Box
}

function SingleProbes({ options, applies, box }: SingleProps) {
  return (
    <div className="probe-picker">
      {options > 1 && (
        <label className="probe-choice">
          <input {...box(optionOrdersFor(options))} />
          <span>
            Option order <span className="muted">every question with its options in each cyclic order</span>
          </span>
        </label>
      )}
      {interventions
        .filter(({ probes }) => probes.some(applies))
        .map(({ listed, name, about, probes }) => (
          <label key={listed} className="probe-choice">
            <input {...box(probes)} />
            <span>
              {name} <span className="muted">{about}</span>
            </span>
          </label>
        ))}
      <CorruptionGrid name="Corrupted images" kinds={corruptions.filter(appliesTo(applies))} box={box} />
      {byModality && medicalCorruptions.some(appliesTo(applies)) && (
        <details>
          <summary>Corrupted images by modality</summary>
          <p className="muted">
            Strengths for X-ray, CT, ultrasound, OCT, fundus, skin, pathology, blood and tissue follow
            MedMNIST-C. Those for MRI, and rings and streaks for CT, are our own. Only images of a fitting
            modality are asked.
          </p>
          <CorruptionGrid
            name="Corrupted images of a modality"
            kinds={medicalCorruptions.filter(appliesTo(applies))}
            box={box}
          />
        </details>
      )}
    </div>
  )
}

const appliesTo =
  (applies: (probe: Probe) => boolean) =>
  (corruption: Corruption): boolean =>
    strengths.some(strength => applies(corruptedImage(corruption, strength)))

interface GridProps {
  readonly name: string
  readonly kinds: readonly Corruption[]
  readonly box: Box
}

/** Kinds of corruption by strength. */
function CorruptionGrid({ name, kinds, box }: GridProps) {
  if (kinds.length === 0) return null
  return (
    <div className="table-frame">
      <Table
        className="data probe-grid"
        caption={`${name} by kind and strength`}
        columns={[
          { key: 'kind', name, cell: corruption => corruptionNames[corruption] },
          ...strengths.map(strength => ({
            key: String(strength),
            name: String(strength),
            cell: (corruption: Corruption) => (
              <input
                {...box([corruptedImage(corruption, strength)])}
                aria-label={`${corruptionNames[corruption]}, strength ${strength}`}
              />
            ),
          })),
          {
            key: 'all',
            name: 'all',
            cell: corruption => (
              <input
                {...box(strengths.map(strength => corruptedImage(corruption, strength)))}
                aria-label={`${corruptionNames[corruption]}, all strengths`}
              />
            ),
          },
        ]}
        rows={kinds}
        rowKey={corruption => corruption}
      />
    </div>
  )
}
