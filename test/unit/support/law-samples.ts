/** Data sets of which every probe asks something: for laws that hold of all probes and all protocols. */
import type { JsonObject } from '@voxelwise/python'
import { letters } from '../../../src/engine/protocol/protocols/mapped.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol, mappedProtocols } from '../../../src/engine/protocol/protocols/registry.ts'
import type { Sample } from '../../../src/engine/protocol/sample.ts'
import { mappedFields } from './mapped.ts'

/** Every protocol that samples of a data set can follow, older versions included. */
export const askingProtocols = [
  medrcube,
  ...mappedProtocols,
  ...['direct', 'med-cmr', 'medq-bench'].map(id => findProtocol({ id, version: 1 })),
]

/** A sample with the images that its fields name. */
function sampleWith(fields: JsonObject, images: readonly string[]): Omit<Sample, 'index'> {
  const [image = null, ...furtherImages] = images
  const named = images.length > 1 ? images : image
  return {
    file: 'data/questions.json',
    fields: { ...fields, image_path: named },
    image,
    ...(furtherImages.length > 0 && { furtherImages }),
  }
}

const numbered = (samples: readonly Omit<Sample, 'index'>[]): readonly Sample[] =>
  samples.map((sample, index) => ({ ...sample, index }))

const workedExample = (name: string, images: readonly string[]) => ({
  question: `What is ${name}?`,
  answer: name,
  image_path: images.length > 1 ? images : (images[0] ?? null),
})

/** Modalities whose images have strengths of corruption of their own. */
const modalities = [
  ...['X-ray', 'Pneumonia X-ray', 'CT', 'MRI', 'Ultrasound', 'OCT', 'Fundus photography'],
  ...['Dermoscopy', 'Histopathology', 'Blood smear', 'Tissue microscopy'],
]

const manyOptions = Object.fromEntries(letters.map((letter, i) => [letter, `Stage number ${i + 1}`]))

/** Every kind of question, with one image, several, none, a marked region, sides, and worked examples of 0 to 2 images. */
export const mappedLawSamples = numbered([
  ...['B', 'B', 'C', 'C'].map((answer, i) =>
    sampleWith(mappedFields({ id: `ct${i}`, answer, group: `patient ${i}` }), [`data/ct${i}.png`]),
  ),
  ...['A', 'B'].map(answer =>
    sampleWith(mappedFields({ id: `pair ${answer}`, answer }), [
      `data/${answer}1.png`,
      `data/${answer}2.png`,
    ]),
  ),
  ...modalities.map((modality, i) => sampleWith(mappedFields({ id: `m${i}`, modality }), [`data/m${i}.png`])),
  sampleWith(
    mappedFields({
      ...{ id: 'side', question: 'Which lung is affected?', answer: 'A', task: 'Side', box: [1, 2, 3, 4] },
      options: { A: 'The left lung', B: 'The right lung' },
    }),
    ['data/side.png'],
  ),
  ...(['yes-no', 'several', 'text', 'box', 'number'] as const).map(kind =>
    sampleWith(
      mappedFields({
        ...{ id: kind, kind, question: `A question of the kind ${kind}?`, task: kind },
        ...(kind !== 'several' && { options: null }),
        answer: { 'yes-no': 'Yes', several: 'BD', text: 'The liver', box: '[1, 2, 30, 40]', number: '12.5' }[
          kind
        ],
      }),
      [`data/${kind}.png`],
    ),
  ),
  sampleWith(mappedFields({ id: 'stages', options: manyOptions, answer: 'Z' }), ['data/stages.png']),
  sampleWith(mappedFields({ id: 'words' }), []),
  ...['Organ', 'Grade'].map((task, i) =>
    sampleWith(
      mappedFields({
        ...{ id: `shots ${task}`, task, answer: 'B' },
        examples: [
          workedExample(`${task} one`, i === 0 ? [`data/${task}1.png`, `data/${task}2.png`] : []),
          workedExample(`${task} two`, [`data/${task}3.png`]),
        ],
      }),
      [
        ...(i === 0 ? [`data/${task}1.png`, `data/${task}2.png`] : []),
        `data/${task}3.png`,
        `data/${task}.png`,
      ],
    ),
  ),
  // In words only, with examples that have images elsewhere.
  sampleWith(
    mappedFields({
      ...{ id: 'shots in words', task: 'Words' },
      examples: [workedExample('word one', []), workedExample('word two', [])],
    }),
    [],
  ),
  // Without an image, after examples with one.
  sampleWith(
    mappedFields({
      ...{ id: 'shots alone', task: 'Alone' },
      examples: [workedExample('alone one', ['data/alone.png']), workedExample('alone two', [])],
    }),
    ['data/alone.png'],
  ),
])

/** The same of MedRCube's own fields. */
export const medrcubeLawSamples = numbered([
  ...modalities.flatMap((modality, i) =>
    ['yes', 'no'].map(answer =>
      sampleWith(
        {
          ...{ id: `${i}${answer}`, dataset: 'X', task: 'Finding', modality, parts: 'Chest' },
          ...{ question: 'Is the left lung affected?', gt_answer: answer },
          ...{ option_A: 'yes', option_B: 'no', option_C: 'perhaps', option_D: 'unclear', box: [1, 2, 3, 4] },
        },
        [`data/${i}${answer}.png`],
      ),
    ),
  ),
])

export const chooseLawSamples = (protocol: { readonly id: string }): readonly Sample[] =>
  protocol.id === medrcube.id ? medrcubeLawSamples : mappedLawSamples
