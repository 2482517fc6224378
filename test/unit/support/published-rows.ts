/** The rows that tools/formats/published.py wrote in every form. */
import { readFileSync } from 'node:fs'

interface Published {
  readonly first: string
  readonly rows: readonly {
    readonly id: string
    readonly question: string
    readonly options: readonly string[]
    readonly answer: string
    readonly organ: string
    readonly image: string
    /** As VLMEvalKit encodes it for its tables. */
    readonly encoded: string
  }[]
}

export const publishedFolder = 'test/golden/published'
const published: Published = JSON.parse(readFileSync(`${publishedFolder}/rows.json`, 'utf8'))

export const { first: publishedFirst, rows: publishedRows } = published
