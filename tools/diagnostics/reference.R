# Reference figures of one list of cases: Rscript tools/diagnostics/reference.R CASES OUT (jsonlite, pROC, survey).
# survey: figures of the 2 x 2 table, linearised over clusters. pROC: DeLong's variance and covariance, where every cluster is one
# answer. Obuchowski (1997), Biometrics 53, 567-578, by its definition, pair by pair.
suppressMessages({library(jsonlite); library(pROC); library(survey)})
args <- commandArgs(trailingOnly = TRUE)
cases <- fromJSON(args[1], simplifyDataFrame = FALSE)

placements <- function(present, score) {
  X <- score[present == 1]; Y <- score[present == 0]
  psi <- outer(X, Y, function(x, y) (x > y) + 0.5 * (x == y))
  list(theta = mean(psi), v10 = rowMeans(psi), v01 = colMeans(psi))
}
obuchowski <- function(present, cluster, a, b) {
  A <- placements(present, a); B <- placements(present, b)
  ids <- unique(cluster); sums <- function(v, side, theta) sapply(ids, function(g) sum((v - theta)[cluster[present == side] == g]))
  m <- sum(present == 1); n <- sum(present == 0); I <- length(ids)
  I10 <- length(unique(cluster[present == 1])); I01 <- length(unique(cluster[present == 0]))
  xa <- sums(A$v10, 1, A$theta); xb <- sums(B$v10, 1, B$theta); ya <- sums(A$v01, 0, A$theta); yb <- sums(B$v01, 0, B$theta)
  s10 <- I10 / ((I10 - 1) * m) * sum(xa * xb); s01 <- I01 / ((I01 - 1) * n) * sum(ya * yb)
  s11 <- I / (I - 1) * (sum(xa * yb) + sum(xb * ya))
  s10 / m + s01 / n + s11 / (m * n)
}
out <- lapply(cases, function(k) {
  d <- data.frame(tp = k$present * k$called, fn = k$present * (1 - k$called), fp = (1 - k$present) * k$called, tn = (1 - k$present) * (1 - k$called), g = k$cluster)
  total <- svytotal(~tp + fn + fp + tn, svydesign(ids = ~g, weights = ~1, data = d))
  est <- function(e) { x <- eval(bquote(svycontrast(total, quote(.(e))))); list(value = as.numeric(coef(x)), se = as.numeric(SE(x))) }
  r <- list(
    sensitivity = est(quote(tp / (tp + fn))), specificity = est(quote(tn / (tn + fp))), ppv = est(quote(tp / (tp + fp))), npv = est(quote(tn / (tn + fn))),
    f1 = est(quote(2 * tp / (2 * tp + fp + fn))), mcc = est(quote((tp * tn - fp * fn) / sqrt((tp + fn) * (fp + tn) * (tp + fp) * (fn + tn)))),
    lrPositive = est(quote(log((tp / (tp + fn)) / (fp / (fp + tn))))), lrNegative = est(quote(log((fn / (tp + fn)) / (tn / (fp + tn))))))
  r$t <- qt(.975, length(unique(k$cluster)) - 1)
  a <- k$score; b <- k$other
  r$auroc <- list(value = placements(k$present, a)$theta, variance = obuchowski(k$present, k$cluster, a, a), other = placements(k$present, b)$theta,
                  otherVariance = obuchowski(k$present, k$cluster, b, b), covariance = obuchowski(k$present, k$cluster, a, b))
  if (length(unique(k$cluster)) == length(k$cluster)) {
    ra <- roc(k$present, a, direction = "<", quiet = TRUE); rb <- roc(k$present, b, direction = "<", quiet = TRUE)
    stopifnot(abs(var(ra, method = "delong") - r$auroc$variance) < 1e-12, abs(cov(ra, rb, method = "delong") - r$auroc$covariance) < 1e-12, abs(as.numeric(auc(ra)) - r$auroc$value) < 1e-12)
    r$delong <- list(value = as.numeric(auc(ra)), variance = var(ra, method = "delong"), covariance = cov(ra, rb, method = "delong"))
  }
  r
})
write(toJSON(out, auto_unbox = TRUE, digits = NA), args[2])
