import { expect, test } from 'vitest'
import { turnedTexts } from '../../../../src/engine/probes/reworded.ts'
import type { Rotation } from '../../../../src/engine/probes/turning.ts'

/** A question as it is turned, or an option of a question for a place; null where it may not be turned. */
function turnedText(text: string, turn: Rotation, isPlace: boolean): string | null {
  const fields = isPlace ? { question: placeQuestion, option_A: text } : { question: text }
  const turned = turnedTexts(fields, turn)
  return turned && String(isPlace ? turned.option_A : turned.question)
}

const placeQuestion = 'In which quadrant of the image is the lesion?'

/** "Left" alone is a place only where a place is asked for. */
const asksPlace = (question: string): boolean => turnedTexts({ question, option_A: 'Left' }, 90) !== null

/** As shown, turned clockwise by 90°, and by 180°. */
const ofThePicture: readonly (readonly [text: string, by90: string, by180: string])[] = [
  ['in the top left of the image', 'in the top right of the image', 'in the bottom right of the image'],
  ['in the top right of the image', 'in the bottom right of the image', 'in the bottom left of the image'],
  ['in the bottom right of the image', 'in the bottom left of the image', 'in the top left of the image'],
  ['in the bottom left of the image', 'in the top left of the image', 'in the top right of the image'],
  [
    'the upper left corner of the scan',
    'the upper right corner of the scan',
    'the lower right corner of the scan',
  ],
  [
    'the upper right corner of the scan',
    'the lower right corner of the scan',
    'the lower left corner of the scan',
  ],
  [
    'the lower-right quadrant of the slice',
    'the lower-left quadrant of the slice',
    'the upper-left quadrant of the slice',
  ],
  [
    'the lower-left quadrant of the slice',
    'the upper-left quadrant of the slice',
    'the upper-right quadrant of the slice',
  ],
  [
    'What is at the top of the image?',
    'What is at the right of the image?',
    'What is at the bottom of the image?',
  ],
  [
    'What is at the bottom of the image?',
    'What is at the left of the image?',
    'What is at the top of the image?',
  ],
  ['on the left of the picture', 'on the top of the picture', 'on the right of the picture'],
  ['on the right of the picture', 'on the bottom of the picture', 'on the left of the picture'],
  ['the left half of the film', 'the top half of the film', 'the right half of the film'],
  ['the right half of the film', 'the bottom half of the film', 'the left half of the film'],
  ['the upper half of this image', 'the right half of this image', 'the lower half of this image'],
  ['the lower third of that image', 'the left third of that image', 'the upper third of that image'],
  ['the left side of the radiograph', 'the top side of the radiograph', 'the right side of the radiograph'],
  ['the right edge of the X-ray', 'the bottom edge of the X-ray', 'the left edge of the X-ray'],
  ['the left border of each frame', 'the top border of each frame', 'the right border of each frame'],
  ['the right margin of the panel', 'the bottom margin of the panel', 'the left margin of the panel'],
  ['the top part of the section', 'the right part of the section', 'the bottom part of the section'],
  ['the bottom region of the display', 'the left region of the display', 'the top region of the display'],
  ['The Top Left of the image', 'The Top Right of the image', 'The Bottom Right of the image'],
  ['Upper left corner of the image', 'Upper right corner of the image', 'Lower right corner of the image'],
  ['TOP LEFT of the image', 'TOP RIGHT of the image', 'BOTTOM RIGHT of the image'],
  ['Left of the image', 'Top of the image', 'Right of the image'],
  ['the left-hand side of the image', 'the top side of the image', 'the right side of the image'],
  ['the right hand side of the image', 'the bottom side of the image', 'the left side of the image'],
  ['the image’s left half', 'the image’s top half', 'the image’s right half'],
  ["the image's lower right corner", "the image's lower left corner", "the image's upper left corner"],
  ['the left of the axial slice', 'the top of the axial slice', 'the right of the axial slice'],
  ['top right in this picture', 'bottom right in this picture', 'bottom left in this picture'],
  [
    'Is the lesion in the left half of the image or in the right half of the image?',
    'Is the lesion in the top half of the image or in the bottom half of the image?',
    'Is the lesion in the right half of the image or in the left half of the image?',
  ],
]

/** Options after a question for a place. */
const options: readonly (readonly [text: string, by90: string, by180: string])[] = [
  ['Upper left', 'Upper right', 'Lower right'],
  ['Upper right', 'Lower right', 'Lower left'],
  ['Lower left', 'Upper left', 'Upper right'],
  ['Lower right', 'Lower left', 'Upper left'],
  ['top left', 'top right', 'bottom right'],
  ['Top-left', 'Top-right', 'Bottom-right'],
  ['Left', 'Top', 'Right'],
  ['Right', 'Bottom', 'Left'],
  ['Top', 'Right', 'Bottom'],
  ['Bottom', 'Left', 'Top'],
  ['Upper', 'Right', 'Lower'],
  ['Left side', 'Top side', 'Right side'],
  ['the left half', 'the top half', 'the right half'],
  ['In the upper left quadrant', 'In the upper right quadrant', 'In the lower right quadrant'],
  ['on the right', 'on the bottom', 'on the left'],
  ['The lower right corner.', 'The lower left corner.', 'The upper left corner.'],
  ['Centre', 'Centre', 'Centre'],
  ['Everywhere', 'Everywhere', 'Everywhere'],
]

const unchanged: readonly string[] = [
  'Which imaging technique was used?',
  'Is this a CT?',
  'Which organ is shown?',
  'Is there an abnormality?',
  'Which diagnosis fits best?',
  'Which is the right diagnosis?',
  'Choose the right answer.',
  'All right',
  'was left out',
  'Upper lobe nodule',
  'lower lobe collapse',
  'Lower limb',
  'upper abdomen',
  'upper respiratory tract',
  'lower GI bleeding',
  'upper pole of the kidney',
  'lower zone opacity',
  'upper thoracic spine',
  'lower signal than muscle',
  'Lower density',
  'A lower grade',
  'The dose is lower than usual.',
  'Anterior mediastinum',
  'posterior fossa',
  'superior vena cava',
  'inferior wall',
  'medial meniscus',
  'lateral view',
  'axial',
  'Sagittal plane',
  'Bright signal',
  'stop',
  'Topical',
  'uppercase',
  'T2-weighted',
  'no',
  '',
]

const refused: readonly string[] = [
  'Left lung',
  'right kidney',
  'Is there a nodule in the left upper lobe?',
  'Is the right side affected?',
  'What is to the left of the spine?',
  'left half',
  'top',
  'At the bottom',
  'Which organ is above the bladder?',
  'below the diaphragm',
  'What lies beneath it?',
  'the upper structure',
  'Which is lower?',
  'the lower one',
  'a vertical line',
  'horizontally',
  'Is the image upside down?',
  'Upright chest X-ray',
  'In which orientation is it?',
  'How is the section oriented?',
  'Is it rotated?',
  'clockwise',
  'air-fluid level',
  'a fluid level',
  'the uppermost vertebra',
  'pointing upwards',
  'Left atrium at the top of the image',
  'leftward shift',
  'right-sided effusion',
  'upper left',
]

test('places in the picture are turned with it', () => {
  expect(
    ofThePicture.map(([text]) => [text, turnedText(text, 90, false), turnedText(text, 180, false)]),
  ).toEqual(ofThePicture)
  expect(options.map(([text]) => [text, turnedText(text, 90, true), turnedText(text, 180, true)])).toEqual(
    options,
  )
})

test('four quarter turns, two halves, and a turn and its opposite name the same place', () => {
  const plain = (text: string | null) =>
    (text ?? '')
      .toLowerCase()
      .replace(/upper/g, 'top')
      .replace(/lower/g, 'bottom')
      .replace(/[ -]hand/g, '')
  for (const [isPlace, texts] of [
    [false, ofThePicture],
    [true, options],
  ] as const)
    for (const [text] of texts) {
      const by = (turn: 90 | 180 | 270, own: string) => turnedText(own, turn, isPlace) ?? ''
      expect(plain(by(270, by(90, text)))).toBe(plain(text))
      expect(plain(by(180, by(180, text)))).toBe(plain(text))
      expect(plain(by(90, by(90, text)))).toBe(plain(by(180, text)))
    }
})

test('what does not depend on how the picture lies stays', () => {
  for (const turn of [90, 180, 270] as const)
    expect(unchanged.map(text => turnedText(text, turn, false))).toEqual(unchanged)
})

test('a text that may depend on it in another way is refused', () => {
  expect(refused.filter(text => turnedText(text, 90, false) !== null)).toEqual([])
  // Anatomical sides are no places in the picture.
  expect(turnedText('Left lung', 90, true)).toBeNull()
  expect(turnedText('Which is the right organ at the top of the image?', 90, false)).toBeNull()
})

test('only a question for a place in the picture has places as options', () => {
  for (const question of [
    'In which quadrant of the image is the lesion?',
    'Where in the image is the mass?',
    'In what part of the axial slice does it lie?',
  ])
    expect(asksPlace(question), question).toBe(true)
  for (const question of [
    'Which lung is affected?',
    'Where is the mass?',
    'Which organ is at the top of the image?',
  ])
    expect(asksPlace(question), question).toBe(false)
})
