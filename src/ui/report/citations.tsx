export type Citation = readonly [text: string, address: string]

export const medrcube: Citation = [
  'MedRCube, arXiv:2604.13756: the benchmark, its protocol and the shortcut chains.',
  'https://arxiv.org/abs/2604.13756',
]
export const kornGraubard: Citation = [
  'E. L. Korn, B. I. Graubard (1998), Confidence intervals for proportions with small expected number of positive counts estimated from survey data, Survey Methodology 24, 193–201.',
  'https://www150.statcan.gc.ca/n1/en/catalogue/12-001-X',
]
export const sequences: Citation = [
  'I. Waudby-Smith, A. Ramdas (2024), Estimating means of bounded random variables by betting, J. R. Stat. Soc. B 86, 1–27.',
  'https://arxiv.org/abs/2010.09686',
]
export const asymptotic: Citation = [
  'I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas (2024), Time-uniform central limit theory and asymptotic confidence sequences, Ann. Stat. 52, 2613–2640.',
  'https://arxiv.org/abs/2103.06476',
]
export const bootstrap: Citation = [
  'A. C. Davison, D. V. Hinkley (1997), Bootstrap Methods and their Application, Cambridge University Press, section 3.8.',
  'https://doi.org/10.1017/CBO9780511802843',
]
export const signFlip: Citation = [
  'Q. McNemar (1947), Note on the sampling error of the difference between correlated proportions or percentages, Psychometrika 12, 153–157: the sign-flip test, for single questions as clusters.',
  'https://doi.org/10.1007/BF02295996',
]
export const holm: Citation = [
  'S. Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6, 65–70.',
  'https://www.jstor.org/stable/4615733',
]
export const mover: Citation = [
  'G. Y. Zou, A. Donner (2008), Construction of confidence limits about effect measures: a general approach, Stat. Med. 27, 1693–1702.',
  'https://doi.org/10.1002/sim.3095',
]
export const fisher: Citation = [
  'R. A. Fisher (1921), On the “probable error” of a coefficient of correlation deduced from a small sample, Metron 1, 3–32.',
  'https://hdl.handle.net/2440/15169',
]
export const calibration: Citation = [
  'C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger (2017), On calibration of modern neural networks, ICML: reliability diagrams and ECE.',
  'https://arxiv.org/abs/1706.04599',
]
export const brier: Citation = [
  'G. W. Brier (1950), Verification of forecasts expressed in terms of probability, Mon. Weather Rev. 78, 1–3.',
  'https://doi.org/10.1175/1520-0493(1950)078%3C0001:VOFEIT%3E2.0.CO;2',
]
export const corruptions: Citation = [
  'D. Hendrycks, T. Dietterich (2019), Benchmarking neural network robustness to common corruptions and perturbations, ICLR.',
  'https://arxiv.org/abs/1903.12261',
]
export const medicalCorruptions: Citation = [
  'F. Di Salvo, S. Doerrich, C. Ledig (2024), MedMNIST-C: comprehensive benchmark and improved classifier robustness by simulating realistic image corruptions.',
  'https://arxiv.org/abs/2406.17536',
]
export const positionBias: Citation = [
  'C. Zheng et al. (2024), Large language models are not robust multiple choice selectors, ICLR.',
  'https://arxiv.org/abs/2309.03882',
]
export const circularEvaluation: Citation = [
  'Y. Liu et al. (2024), MMBench: is your multi-modal model an all-around player?, ECCV: circular evaluation.',
  'https://arxiv.org/abs/2307.06281',
]
export const software: readonly Citation[] = [
  ['Hugging Face, Transformers.js.', 'https://github.com/huggingface/transformers.js'],
  ['ONNX Runtime developers, ONNX Runtime.', 'https://onnxruntime.ai'],
]

/** The list of what to cite. */
export function Citations({ citations }: { readonly citations: readonly Citation[] }) {
  return (
    <ul>
      {citations.map(([text, address]) => (
        <li key={address}>
          {text} <a href={address}>{address}</a>
        </li>
      ))}
    </ul>
  )
}
