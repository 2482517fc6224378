import { copyFileSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const tasks = [
  'Modality Recognition',
  'View Recognition',
  'Organ Recognition',
  'ROI Grounding',
  'Abnormity Diagnosis',
  'Disease Diagnosis',
  'Severity Grading',
]
const modalities = ['CT', 'MRI', 'Ultrasound', 'X-ray', 'PET']
const parts = ['Brain', 'Breast', 'Chest', 'Heart', 'Lung', 'Abdomen', 'Knee', 'Eye']

/** Questions, and images, of one data set of the folder; 700,000 questions have 160,000 images. */
const perDataset = 35_000
const imagesPerDataset = 8000
/** A file system has a limit on the names of one file. */
const namesOfAFile = 30_000
const picture = 'public/datasets/phantom-cube/PhantomBrainCT/pictures'

/**
 * Writes a folder of so many questions, in MedRCube's layout; all images are one file under many names.
 * @returns how many images there are
 */
export function makeMany(folder: string, questions: number): number {
  let images = 0
  let source = join(picture, readdirSync(picture)[0] ?? '')
  const place = (path: string): void => {
    const isNew = images++ % namesOfAFile === 0
    if (isNew) copyFileSync(source, path)
    else linkSync(source, path)
    if (isNew) source = path
  }
  for (let first = 0; first < questions; first += perDataset) {
    const dataset = `Dataset${first / perDataset}`
    const count = Math.min(perDataset, questions - first)
    const pictures = Math.ceil((count * imagesPerDataset) / perDataset)
    mkdirSync(join(folder, dataset, 'images'), { recursive: true })
    for (let i = 0; i < pictures; i++) place(join(folder, dataset, 'images', `${i}.png`))
    const samples = Array.from({ length: count }, (_, i) => ({
      id: `${dataset}_${i}`,
      dataset,
      task: tasks[i % tasks.length],
      modality: modalities[Math.floor(i / 7) % modalities.length],
      parts: parts[Math.floor(i / 3) % parts.length],
      image_path: `images/${Math.floor((i * pictures) / count)}.png`,
      question: `What does picture ${i} of ${dataset} show in its upper left quadrant?`,
      gt_answer: 'A round bright mass with smooth margins',
      option_A: 'A round bright mass with smooth margins',
      option_B: 'Nothing out of the ordinary',
      option_C: 'A fine linear fracture',
      option_D: 'Diffuse ground-glass opacity',
      correct_index: 0,
    }))
    writeFileSync(join(folder, dataset, 'test.json'), JSON.stringify(samples))
  }
  return images
}
