type BibField =
  | 'author'
  | 'title'
  | 'journal'
  | 'booktitle'
  | 'publisher'
  | 'volume'
  | 'pages'
  | 'year'
  | 'note'

/** What a report may cite, with the fields of its BibTeX. */
export interface Citation extends Readonly<Partial<Record<BibField, string>>> {
  /** As the report prints it. */
  readonly text: string
  /** Absent where none is known. */
  readonly address?: string
  readonly bib: readonly [type: 'article' | 'book' | 'inproceedings' | 'misc', key: string]
}

export const medrcubeSource: Citation = {
  text: 'Z. Bao, F. Chen, L. Bao, C. Zhang, W. Chen, J. Peng, Z. Wei (2026), MedRCube: A Multidimensional Framework for Fine-Grained and In-Depth Evaluation of MLLMs in Medical Imaging, arXiv:2604.13756: the benchmark, its protocol and the shortcut chains.',
  address: 'https://arxiv.org/abs/2604.13756',
  bib: ['misc', 'medrcube2026'],
  author:
    'Bao, Zhijie and Chen, Fangke and Bao, Licheng and Zhang, Chenhui and Chen, Wei and Peng, Jiajie and Wei, Zhongyu',
  title:
    '{MedRCube: A Multidimensional Framework for Fine-Grained and In-Depth Evaluation of MLLMs in Medical Imaging}',
  year: '2026',
}
export const kornGraubardSource: Citation = {
  text: 'E. L. Korn, B. I. Graubard (1998), Confidence intervals for proportions with small expected number of positive counts estimated from survey data, Survey Methodology 24, 193–201.',
  address: 'https://www150.statcan.gc.ca/n1/en/catalogue/12-001-X',
  bib: ['article', 'korn1998confidence'],
  author: 'Korn, Edward L. and Graubard, Barry I.',
  title:
    'Confidence intervals for proportions with small expected number of positive counts estimated from survey data',
  journal: 'Survey Methodology',
  volume: '24',
  pages: '193--201',
  year: '1998',
}
export const sequencesSource: Citation = {
  text: 'I. Waudby-Smith, A. Ramdas (2024), Estimating means of bounded random variables by betting, J. R. Stat. Soc. B 86, 1–27.',
  address: 'https://arxiv.org/abs/2010.09686',
  bib: ['article', 'waudbysmith2024estimating'],
  author: 'Waudby-Smith, Ian and Ramdas, Aaditya',
  title: 'Estimating means of bounded random variables by betting',
  journal: 'Journal of the Royal Statistical Society Series B',
  volume: '86',
  pages: '1--27',
  year: '2024',
}
export const asymptoticSource: Citation = {
  text: 'I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas (2024), Time-uniform central limit theory and asymptotic confidence sequences, Ann. Stat. 52, 2613–2640.',
  address: 'https://arxiv.org/abs/2103.06476',
  bib: ['article', 'waudbysmith2024asymptotic'],
  author: 'Waudby-Smith, Ian and Arbour, David and Sinha, Ritwik and Kennedy, Edward H. and Ramdas, Aaditya',
  title: 'Time-uniform central limit theory and asymptotic confidence sequences',
  journal: 'The Annals of Statistics',
  volume: '52',
  pages: '2613--2640',
  year: '2024',
}
export const bootstrapSource: Citation = {
  text: 'A. C. Davison, D. V. Hinkley (1997), Bootstrap Methods and their Application, Cambridge University Press, section 3.8.',
  address: 'https://doi.org/10.1017/CBO9780511802843',
  bib: ['book', 'davison1997bootstrap'],
  author: 'Davison, A. C. and Hinkley, D. V.',
  title: 'Bootstrap Methods and their Application',
  publisher: 'Cambridge University Press',
  year: '1997',
}
export const signFlipSource: Citation = {
  text: 'Q. McNemar (1947), Note on the sampling error of the difference between correlated proportions or percentages, Psychometrika 12, 153–157: the sign-flip test, for single questions as clusters.',
  address: 'https://doi.org/10.1007/BF02295996',
  bib: ['article', 'mcnemar1947note'],
  author: 'McNemar, Quinn',
  title: 'Note on the sampling error of the difference between correlated proportions or percentages',
  journal: 'Psychometrika',
  volume: '12',
  pages: '153--157',
  year: '1947',
}
export const holmSource: Citation = {
  text: 'S. Holm (1979), A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6, 65–70.',
  address: 'https://www.jstor.org/stable/4615733',
  bib: ['article', 'holm1979simple'],
  author: 'Holm, Sture',
  title: 'A simple sequentially rejective multiple test procedure',
  journal: 'Scandinavian Journal of Statistics',
  volume: '6',
  pages: '65--70',
  year: '1979',
}
export const moverSource: Citation = {
  text: 'G. Y. Zou, A. Donner (2008), Construction of confidence limits about effect measures: a general approach, Stat. Med. 27, 1693–1702.',
  address: 'https://doi.org/10.1002/sim.3095',
  bib: ['article', 'zou2008construction'],
  author: 'Zou, G. Y. and Donner, A.',
  title: 'Construction of confidence limits about effect measures: a general approach',
  journal: 'Statistics in Medicine',
  volume: '27',
  pages: '1693--1702',
  year: '2008',
}
export const fisherSource: Citation = {
  text: 'R. A. Fisher (1921), On the “probable error” of a coefficient of correlation deduced from a small sample, Metron 1, 3–32.',
  address: 'https://hdl.handle.net/2440/15169',
  bib: ['article', 'fisher1921probable'],
  author: 'Fisher, R. A.',
  title: "On the ``probable error'' of a coefficient of correlation deduced from a small sample",
  journal: 'Metron',
  volume: '1',
  pages: '3--32',
  year: '1921',
}
export const calibrationSource: Citation = {
  text: 'C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger (2017), On calibration of modern neural networks, ICML: reliability diagrams and ECE.',
  address: 'https://arxiv.org/abs/1706.04599',
  bib: ['inproceedings', 'guo2017calibration'],
  author: 'Guo, Chuan and Pleiss, Geoff and Sun, Yu and Weinberger, Kilian Q.',
  title: 'On calibration of modern neural networks',
  booktitle: 'ICML',
  year: '2017',
}
export const brierSource: Citation = {
  text: 'G. W. Brier (1950), Verification of forecasts expressed in terms of probability, Mon. Weather Rev. 78, 1–3.',
  address: 'https://doi.org/10.1175/1520-0493(1950)078%3C0001:VOFEIT%3E2.0.CO;2',
  bib: ['article', 'brier1950verification'],
  author: 'Brier, Glenn W.',
  title: 'Verification of forecasts expressed in terms of probability',
  journal: 'Monthly Weather Review',
  volume: '78',
  pages: '1--3',
  year: '1950',
}
export const corruptionsSource: Citation = {
  text: 'D. Hendrycks, T. Dietterich (2019), Benchmarking neural network robustness to common corruptions and perturbations, ICLR.',
  address: 'https://arxiv.org/abs/1903.12261',
  bib: ['inproceedings', 'hendrycks2019benchmarking'],
  author: 'Hendrycks, Dan and Dietterich, Thomas',
  title: 'Benchmarking neural network robustness to common corruptions and perturbations',
  booktitle: 'ICLR',
  year: '2019',
}
export const medicalCorruptionsSource: Citation = {
  text: 'F. Di Salvo, S. Doerrich, C. Ledig (2024), MedMNIST-C: comprehensive benchmark and improved classifier robustness by simulating realistic image corruptions.',
  address: 'https://arxiv.org/abs/2406.17536',
  bib: ['misc', 'disalvo2024medmnistc'],
  author: 'Di Salvo, Francesco and Doerrich, Sebastian and Ledig, Christian',
  title:
    'MedMNIST-C: comprehensive benchmark and improved classifier robustness by simulating realistic image corruptions',
  year: '2024',
}
export const positionBiasSource: Citation = {
  text: 'C. Zheng, H. Zhou, F. Meng, J. Zhou, M. Huang (2024), Large language models are not robust multiple choice selectors, ICLR.',
  address: 'https://arxiv.org/abs/2309.03882',
  bib: ['inproceedings', 'zheng2024large'],
  author: 'Zheng, Chujie and Zhou, Hao and Meng, Fandong and Zhou, Jie and Huang, Minlie',
  title: 'Large language models are not robust multiple choice selectors',
  booktitle: 'ICLR',
  year: '2024',
}
export const circularEvaluationSource: Citation = {
  text: 'Y. Liu, H. Duan, Y. Zhang, B. Li, S. Zhang, W. Zhao, Y. Yuan, J. Wang, C. He, Z. Liu, K. Chen, D. Lin (2024), MMBench: is your multi-modal model an all-around player?, ECCV: circular evaluation.',
  address: 'https://arxiv.org/abs/2307.06281',
  bib: ['inproceedings', 'liu2024mmbench'],
  author:
    'Liu, Yuan and Duan, Haodong and Zhang, Yuanhan and Li, Bo and Zhang, Songyang and Zhao, Wangbo and Yuan, Yike and Wang, Jiaqi and He, Conghui and Liu, Ziwei and Chen, Kai and Lin, Dahua',
  title: '{MMBench}: is your multi-modal model an all-around player?',
  booktitle: 'ECCV',
  year: '2024',
}
/** The list of what to cite. */
export function Citations({ citations }: { readonly citations: readonly Citation[] }) {
  return (
    <ul>
      {citations.map(({ text, address }) => (
        <li key={text}>
          {text} {address !== undefined && <a href={address}>{address}</a>}
        </li>
      ))}
    </ul>
  )
}
