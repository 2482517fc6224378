/**
 * VQA v2's soft score: `evaluate` of the official vqaEval.py (GT-Vision-Lab/VQA c4e6a0e; Antol et al. (2015), arXiv
 * 1505.00468). Several people answered each question, and a reply gets a third for each of them who said the same.
 */
import { strip, words } from '@voxelwise/python'
import { readAs } from '../reading.ts'
import type { AnswerReader } from './judge.ts'

/** In the official order: a later one sees what an earlier one left. */
const signs = [...';/[]"{}()=+\\_-><@`,?!']
const commaInNumber = /\p{Nd},\p{Nd}/u
/** The official call passes a flag where the number of replacements belongs. */
const mostFullStops = 32

/** A sign beside a space is dropped, as every sign of a text with a comma in a number; any other becomes a space. */
function withoutSigns(text: string): string {
  const hasNumber = commaInNumber.test(text)
  const spaced = signs.reduce(
    (left, sign) =>
      left.replaceAll(sign, hasNumber || text.includes(`${sign} `) || text.includes(` ${sign}`) ? '' : ' '),
    text,
  )
  let dropped = 0
  return spaced.replace(/\.(?!\p{Nd})/gu, stop => (dropped++ < mostFullStops ? '' : stop))
}

const numbers: ReadonlyMap<string, string> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, i) => [
    word,
    String(i),
  ]),
)
const articles: ReadonlySet<string> = new Set(['a', 'an', 'the'])

/** Each is also known with one of its apostrophes missing. */
const contracted =
  "ain't aren't can't could've couldn't couldn't've didn't doesn't don't hadn't hadn't've hasn't haven't he'd he'd've he's " +
  "how'd how'll how's isn't it'd it'd've it'll ma'am mightn't mightn't've might've mustn't must've needn't not've o'clock " +
  "oughtn't 'ow's'at shan't she'd've should've shouldn't shouldn't've somebody'd've somebody'll somebody's someone'd " +
  "someone'd've someone'll someone's something'd something'd've something'll that's there'd there'd've there're there's " +
  "they'd they'd've they'll they're they've 'twas wasn't we'd've we've weren't what'll what're what's what've when's where'd " +
  "where's where've who'd who'd've who'll who's who've why'll why're why's won't would've wouldn't wouldn't've y'all y'all'll " +
  "y'all'd've you'd you'd've you'll you're you've"

const contractions: ReadonlyMap<string, string> = new Map([
  ...contracted
    .split(' ')
    .flatMap(whole =>
      Array.from(
        whole.matchAll(/'/g),
        ({ index }) => [whole.slice(0, index) + whole.slice(index + 1), whole] as const,
      ),
    ),
  // Odd, but official.
  ["somebody'd", 'somebodyd'],
])

/** Small letters, numbers up to ten as digits ("none" as 0), no articles, contractions with their apostrophe. */
function withDigits(text: string): string {
  return words(text.toLowerCase())
    .map(word => (word === 'none' ? '0' : (numbers.get(word) ?? word)))
    .filter(word => !articles.has(word))
    .map(word => contractions.get(word) ?? word)
    .join(' ')
}

/**
 * min(1, matches / 3) with each person's answer left out once, and the mean of these. People's answers lose their signs only
 * where they differ; the reply is always levelled.
 */
export const vqaAccuracy: AnswerReader = {
  measure: { id: 'vqa-accuracy', name: 'VQA accuracy', isError: false, thresholds: [] },
  judge(response, { answer, accepted = [answer] }) {
    const said = withDigits(withoutSigns(strip(response.replace(/[\n\t]/g, ' '))))
    const people = new Set(accepted).size > 1 ? accepted.map(withoutSigns) : accepted
    const same = people.filter(text => text === said).length
    const left = (matches: number) => Math.min(1, matches / 3)
    // One answer alone has no others to be compared with.
    const measured =
      people.length === 1
        ? same
        : (same * left(same - 1) + (people.length - same) * left(same)) / people.length
    return { reading: readAs(said, 'normalised text'), correct: measured >= 0.5, measured }
  },
}
