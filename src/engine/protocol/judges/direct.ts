/**
 * This project's own strict reading, the default for data sets whose authors' rules are not implemented here. It never
 * guesses and never takes the nearest option.
 */
import { strip, wordClass } from '../../base/python-text.ts'
import { noReply, read, unparsed } from '../reading.ts'
import { pixelBoxes } from './boxes.ts'
import { directChoice } from './direct-choice.ts'
import { exactMatch } from './exact-match.ts'
import { type AnswerReader, type Judge, rightAnswers } from './judge.ts'
import { onlyNumbers } from './numbers.ts'
import { exactSet } from './several.ts'
import { type YesOrNo, yesOrNo, yesOrNoInAnyLanguage } from './yes-no.ts'

const firstWord = new RegExp(`^[*_"'\`([{]*(yes|no)(?![${wordClass}])`, 'iu')
const settledFirstWord = new RegExp(`^\\s*[*_"'\`([{]*(?:yes|no)[^${wordClass}]`, 'iu')

/** The reply begins with the word yes or no, or as a whole means one of them, as `meaning` has it. */
const yesNo = (meaning: (reply: string) => YesOrNo | null): AnswerReader => ({
  judge(response, { answer }) {
    if (response === null) return noReply
    const text = strip(response)
    const said = firstWord.exec(text)?.[1]?.toLowerCase() ?? meaning(text)
    const reading =
      said === null
        ? unparsed('counted wrong: the reply does not begin with yes or no')
        : read(said, 'yes or no')
    return { reading, correct: said !== null && said === answer }
  },
  isSettled: prefix => settledFirstWord.test(prefix) && !endsOpen(prefix),
})

/** Whether the last character may still become another: half of a pair, or bytes that are no character yet. */
const endsOpen = (text: string) => /[\ud800-\udbff\ufffd]$/.test(text)

const several: AnswerReader = {
  judge: (response, { options, answer }) => exactSet(response, options, Array.from(answer)),
}

const text: AnswerReader = {
  judge: (response, question) => exactMatch('squad', response, rightAnswers(question)),
}

/** Knows yes and no in English and Chinese. */
export const directV1: Judge = {
  id: 'direct',
  version: 1,
  name: "Voxelwise's own strict reading",
  readers: {
    choice: directChoice,
    'yes-no': yesNo(yesOrNo),
    several,
    text,
    box: pixelBoxes,
    number: onlyNumbers,
  },
}

/** Knows yes and no in many languages. */
export const direct: Judge = {
  ...directV1,
  version: 2,
  readers: { ...directV1.readers, 'yes-no': yesNo(yesOrNoInAnyLanguage) },
}
