// The set-up's first lines are in index.html, so that they show before any module has loaded. Other views hide them.
if (!/^(#\/?)?(\?|$)/.test(location.hash)) document.documentElement.dataset.opens = 'elsewhere'
