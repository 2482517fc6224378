# A model against readers (Obuchowski, Rockette, Hillis) in base R: Rscript tools/readers/orh.R test/features/readers/golden/mrmc.json
# Covariances come from the jackknife over cases, as in the papers; so only cases with one sample a cluster are compared.
text <- paste(readLines(commandArgs(TRUE)[1]), collapse = "")
for (pair in list(c("[[{]", "list("), c("[]}]", ")"), c("\"([A-Za-z0-9]+)\": *", "\\1 = "), c("null|NaN", "NA")))
  text <- gsub(pair[1], pair[2], text)
worst <- 0
for (case in eval(parse(text = text))) {
  if (any(unlist(case$total) != 1) || length(case$readers) < 3) next
  m <- unlist(case$model); r <- do.call(rbind, lapply(case$readers, unlist)); J <- nrow(r); n <- length(m)
  left <- sapply(1:n, function(i) mean(m[-i]) - rowMeans(r[, -i]))
  S <- (n - 1) / n * tcrossprod(left - rowMeans(left))
  D <- mean(m) - rowMeans(r); msr <- var(D); cov2 <- mean(S[upper.tri(S)]); effect <- mean(D)
  v <- msr + max(J * cov2, 0); se <- sqrt(v / J); df <- (J - 1) * (v / msr)^2; q <- qt(.975, df)
  found <- c(msr, cov2, effect, se, df, 2 * pt(-abs(effect / se), df), effect - q * se, effect + q * se)
  wanted <- unlist(case$modelAgainstReaders[c("msr", "cov2", "effect", "se", "df", "p", "low", "high")])
  worst <- max(worst, abs(found - wanted) / pmax(1, abs(wanted)))
  cat(J, "readers,", n, "cases: effect", effect, "df", df, "\n")
}
cat("largest relative difference", worst, "\n")
if (worst > 1e-9) quit(status = 1)
