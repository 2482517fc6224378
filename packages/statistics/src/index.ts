/** Intervals, tests and sequences for shares of answers that belong together in clusters. */
export { type BetaBinomial, fitBetaBinomial, pooledShare } from './beta-binomial.ts'
export {
  type BootstrapOptions,
  type ClusteredRates,
  clusteredRates,
  defaultResamples,
  defaultSeed,
  type LinkCounts,
  type Rate,
} from './bootstrap.ts'
export { meanAndMedian } from './bootstrap-median.ts'
export { calibratedError } from './calibrated-error.ts'
export {
  type Binning,
  binnings,
  expectedCalibrationError,
  type Forecast,
  properScores,
  type ReliabilityBin,
  reliability,
  type TopAnswer,
  topAnswer,
} from './calibration.ts'
export { averageLinkage, clusterOrder } from './cluster.ts'
export { aurocCovariance, aurocParts, clusteredAuroc, intervalOnLogits } from './clustered-auroc.ts'
export {
  meanDifference,
  type PairedShares,
  pairedShares,
  restDifference,
  type SliceDifference,
  sliceDifference,
} from './clustered-difference.ts'
export { type ClusteredMean, clusteredMean, type MeanWithDeviations } from './clustered-mean.ts'
export { clusteredRatio, RatioTally } from './clustered-ratio.ts'
export {
  type ClusterCounts,
  type ClusteredShare,
  ClusterTally,
  clopperPearson,
  clusteredShare,
  effectiveShare,
  pooledIcc,
  priorIcc,
  shareLevel,
} from './clustered-share.ts'
export {
  type ClusteredForecast,
  type ConfidenceFigures,
  confidenceFigures,
  confidenceResamples,
  confidenceSteps,
} from './confidence.ts'
export { type Correlation, correlationMatrix, pearson, spearman } from './correlation.ts'
export { cohensKappa, type KappaWeights, kappaWeight } from './kappa.ts'
export { type Limited, mover, type ShareDifference } from './mover.ts'
export { fisherExact, holm, signFlip, welch } from './p-values.ts'
export { studentQuantile } from './quantiles.ts'
export { Random } from './random.ts'
export { RatioSequence } from './ratio-sequence.ts'
export { type Recalibration, recalibration } from './recalibration.ts'
export {
  fewestClusters,
  fewestOpen,
  mixtureReach,
  SampledShare,
  SampledTotal,
  SamplingTime,
  tuningTime,
} from './sampled-total.ts'
export type { ScoredAnswers, ScoreEstimate } from './scored-answers.ts'
export {
  areaUnderRiskCoverage,
  type CoverageEstimate,
  type CoveragePoint,
  coverageCurve,
  withIntervals,
} from './selective.ts'
export { type Draw, LowerSequence, type Round } from './sequence.ts'
export {
  binomialCdf,
  chiSquaredTail,
  incompleteBeta,
  mean,
  normalQuantile,
  percentiles,
  quantile,
} from './special.ts'
export { type Steps, toEnd, toEndInPortions } from './steps.ts'
export { tieGroups, tieLetter } from './tie-letters.ts'
export { type TwoWayShare, twoWayShare } from './two-way.ts'
export { UniformRandom } from './uniform-random.ts'
export { type Interval, includesZero, normal975, wilson } from './wilson.ts'
