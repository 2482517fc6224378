/** How often the interval of a mean of tasks contains the true mean. */
import { clusteredMean, Random } from '@voxelwise/statistics'
import { drawChance } from './draws.ts'
import { inPercent, type Simulation } from './simulation.ts'

const least = 0.93

/** Tasks of 12 questions an image. @returns how often 0.55 is within */
function coverage(count: number, images: number, icc: number, runs: number, random: Random): number {
  let covered = 0
  for (let run = 0; run < runs; run++) {
    const answers = { clusters: [] as number[], tasks: [] as number[], values: [] as number[] }
    for (let task = 0; task < count; task++)
      for (let image = 0; image < images; image++) {
        const chance = drawChance(0.55, icc, random)
        for (let i = 0; i < 12; i++) {
          answers.clusters.push(task * images + image)
          answers.tasks.push(task)
          answers.values.push(Number(random.unit() < chance))
        }
      }
    const { low, high } = clusteredMean(answers, answers.tasks)
    covered += Number(low <= 0.55 && high >= 0.55)
  }
  return covered / runs
}

export const meanOfTasks: Simulation = {
  name: 'mean-of-tasks',
  title: 'Coverage of a mean of tasks, 12 questions an image, in %.',
  columns: [
    ...['tasks', 'images a task'].map(head => ({ head, isFigure: true as const })),
    ...['ICC 0.3', '0.6'].map(head => ({ head, isFigure: true as const })),
  ],
  *rows(runs) {
    let seed = 2000
    for (const count of [10, 20])
      for (const images of [1, 2, 20]) {
        const shares = [0.3, 0.6].map(icc =>
          coverage(count, images, icc, Math.ceil(runs / 4), new Random(seed++)),
        )
        const miss = `Less than ${inPercent(least, 0)} % with ${count} tasks of ${images} images.`
        yield {
          cells: [String(count), String(images), ...shares.map(share => inPercent(share))],
          miss: Math.min(...shares) < least ? miss : null,
        }
      }
  },
}
