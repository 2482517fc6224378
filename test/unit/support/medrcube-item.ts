/** An item of a `test.json` in which nothing is missing or odd; it has no image. */
export const medrcubeItem = {
  id: '1',
  dataset: 'X',
  task: 't',
  modality: 'm',
  parts: 'p',
  question: 'q',
  gt_answer: 'yes',
  option_A: 'yes',
  option_B: 'no',
}
