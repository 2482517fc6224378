const yesNo = /^(?:yes|no|是|否|是的|不是|有|没有|無|无|对|不对|對|不對)$/i

/** Whether an answer is yes or no and nothing else, in English or Chinese. */
export const isYesNo = (answer: string): boolean =>
  yesNo.test(answer.replace(/(?<![.。!！\s])[.。!！\s]+$/, ''))
