/** How often the interval for other images and other question texts contains the true accuracy. */
import { effectiveShare, pooledIcc, Random, twoWayShare, wilson } from '@voxelwise/statistics'
import { inPercent, percentSpan, type Simulation } from './simulation.ts'

/** 93 %, less the error of a thousand runs. */
const least = 0.92

interface Design {
  readonly images: number
  readonly texts: number
  /** How many of the texts ask about each image. */
  readonly asked: number
}

/** The first is the bundled demo's. */
const designs: readonly Design[] = [
  { images: 260, texts: 51, asked: 6 },
  { images: 200, texts: 20, asked: 5 },
  { images: 100, texts: 10, asked: 4 },
  { images: 20, texts: 20, asked: 20 },
]

const accuracies = [0.3, 0.55, 0.9]

/** How much images, and texts, differ in difficulty: standard deviations of the logit. */
interface Spread {
  readonly image: number
  readonly text: number
}

const spreads: readonly Spread[] = [
  { image: 1, text: 0 },
  { image: 1, text: 0.5 },
  { image: 0.5, text: 1 },
  { image: 1, text: 1.5 },
]

const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** The mean of logistic(centre + deviation · z) over the standard normal distribution. */
function meanChance(centre: number, deviation: number): number {
  let [sum, weights] = [0, 0]
  for (let z = -8; z <= 8; z += 0.02) {
    const weight = Math.exp((-z * z) / 2)
    sum += weight * logistic(centre + deviation * z)
    weights += weight
  }
  return sum / weights
}

/** The logit at which the mean over images and texts is the accuracy. */
function findCentre(accuracy: number, { image, text }: Spread): number {
  let [low, high] = [-20, 20]
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (meanChance(middle, Math.hypot(image, text)) < accuracy) low = middle
    else high = middle
  }
  return low
}

interface Drawn {
  readonly images: readonly number[]
  readonly texts: readonly number[]
  readonly values: readonly number[]
}

/** Images and texts are drawn for each run. */
function drawn(design: Design, spread: Spread, centre: number, random: Random): Drawn {
  const ofText = Array.from({ length: design.texts }, () => spread.text * random.normal())
  const answers = { images: [] as number[], texts: [] as number[], values: [] as number[] }
  for (let image = 0; image < design.images; image++) {
    const ofImage = spread.image * random.normal()
    const first = random.below(design.texts)
    for (let i = 0; i < design.asked; i++) {
      const text = (first + i) % design.texts
      answers.images.push(image)
      answers.texts.push(text)
      answers.values.push(Number(random.unit() < logistic(centre + ofImage + (ofText[text] as number))))
    }
  }
  return answers
}

/** The interval of an accuracy, which knows of images only. */
function ofImagesOnly({ images, values }: Drawn) {
  const total = new Array<number>((images.at(-1) ?? -1) + 1).fill(0)
  const right = total.slice()
  for (const [i, image] of images.entries()) {
    total[image] = (total[image] as number) + 1
    right[image] = (right[image] as number) + (values[i] as number)
  }
  const icc = pooledIcc({ clusters: images, tasks: images.map(() => 0), values })
  const { share, effectiveN } = effectiveShare({ right, total }, icc)
  return wilson(share, effectiveN)
}

function coverage(design: Design, spread: Spread, accuracy: number, runs: number, random: Random) {
  const centre = findCentre(accuracy, spread)
  let [byImages, byBoth] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const answers = drawn(design, spread, centre, random)
    const covers = ({ low, high }: { readonly low: number; readonly high: number }) =>
      Number(low <= accuracy && accuracy <= high)
    byImages += covers(ofImagesOnly(answers))
    byBoth += covers(twoWayShare(answers) ?? { low: 1, high: 0 })
  }
  return { byImages: byImages / runs, byBoth: byBoth / runs }
}

export const twoWayCoverage: Simulation = {
  name: 'two-way-coverage',
  title:
    'Coverage of an accuracy for other images and other question texts: by images only / two-way, in %, over accuracies of 30, 55 and 90 %.',
  columns: [
    ...['images', 'texts', 'questions an image'].map(head => ({ head, isFigure: true as const })),
    ...spreads.map(({ image, text }) => ({ head: `logit SD ${image} (images), ${text} (texts)` })),
  ],
  *rows(runs) {
    let seed = 4000
    for (const design of designs) {
      const found = spreads.map(spread =>
        accuracies.map(p => coverage(design, spread, p, Math.ceil(runs / 4), new Random(seed++))),
      )
      const cells = found.map(of => {
        const [one, both] = [of.map(({ byImages }) => byImages), of.map(({ byBoth }) => byBoth)]
        return `${percentSpan(one)} / ${percentSpan(both)}`
      })
      const lowest = Math.min(...found.flat().map(({ byBoth }) => byBoth))
      const names = [design.images, design.texts, design.asked].map(String)
      yield {
        cells: [...names, ...cells],
        miss: lowest < least ? `${inPercent(lowest)} % covered with ${names.join(', ')}.` : null,
      }
    }
  },
}
