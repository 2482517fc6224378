import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const phantomCube = 'public/datasets/phantom-cube'

interface Item extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly dataset: string
  readonly image_path: string
}

/**
 * Writes a data set of the bundled pictures, so many questions on each: where a picture has fewer, they are asked
 * again under other ids; where there are fewer pictures, they come again under other names.
 */
export function makeCube(folder: string, images: number, questionsPerImage: number): void {
  const pictures = groupByPicture(phantomCube)
  const items: Item[] = []
  for (let image = 0; image < images; image++) {
    // Spread over the data sets, so that few pictures are still of many kinds.
    const at = Math.floor(((image % pictures.length) * pictures.length) / Math.min(images, pictures.length))
    const questions = pictures[at % pictures.length] ?? []
    const first = questions[0]
    if (!first) throw new Error('The bundled data set has no pictures.')
    const path = `pictures/${String(image).padStart(6, '0')}.png`
    mkdirSync(join(folder, 'pictures'), { recursive: true })
    cpSync(join(phantomCube, first.dataset, first.image_path), join(folder, path))
    for (let i = 0; i < questionsPerImage; i++)
      items.push({ ...(questions[i % questions.length] ?? first), id: `${image}_${i}`, image_path: path })
  }
  writeFileSync(join(folder, 'test.json'), JSON.stringify(items))
}

/** How many pictures the bundled data set has. */
export const bundledPictures = (): number => groupByPicture(phantomCube).length

/** Questions by picture. */
function groupByPicture(cube: string): Item[][] {
  const byPicture = new Map<string, Item[]>()
  for (const entry of readdirSync(cube, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const items: Item[] = JSON.parse(readFileSync(join(cube, entry.name, 'test.json'), 'utf8'))
    for (const item of items) {
      const picture = join(entry.name, item.image_path)
      const known = byPicture.get(picture)
      const placed = { ...item, dataset: entry.name }
      if (known) known.push(placed)
      else byPicture.set(picture, [placed])
    }
  }
  return [...byPicture.values()]
}
