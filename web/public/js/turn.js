/*
 * Makes a book of the catalogue's list of pages: two beside each other on wide windows, one on narrow ones. The page loads it, and no
 * other does (web/app/pages/screens/catalogue-book.tsx); it changes attributes, and fills only elements that came empty.
 * docs/rules/pages.md
 */
const WIDE = "(width >= 900px)";
const ZOOMS = [1, 1.5, 2, 2.5, 3];
const PAN = 120;
const SWIPE = 60;

/** Pages that lie open where page `n` of `count` does: the first and the last alone, else an even one with the next. */
export function spreadOf(n, count, isWide) {
  if (!isWide || n <= 1) return [Math.max(1, n)];
  const left = n - (n % 2);
  return left >= count ? [count] : [left, left + 1];
}

/** The page that `?trang=` names; what is none of the book's is the first. */
export function pageOf(search, count) {
  const n = Number(new URLSearchParams(search).get("trang"));
  return Number.isInteger(n) && n >= 1 && n <= count ? n : 1;
}

export function fold(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/đ/gi, "d").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Numbers of the texts that have all words. */
export function matching(texts, typed) {
  const words = fold(typed).split(" ").filter(Boolean);
  if (words.length === 0) return [];
  return texts.flatMap((text, at) => (words.every((word) => text.includes(word)) ? [at + 1] : []));
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** Opens the book; answers what closes it. */
export function openBook(root) {
  const words = JSON.parse(root.dataset.words);
  const one = (name) => root.querySelector(`[data-book-${name}]`);
  const pages = [...root.querySelectorAll("[data-page]")];
  const [stage, spread, status, thumbs, search, found] = ["stage", "pages", "at", "thumbs", "search", "found"].map(one);
  const count = pages.length;
  const wide = matchMedia(WIDE);
  const ending = new AbortController();
  const on = (target, kind, listener) => target.addEventListener(kind, listener, { signal: ending.signal });
  const headings = pages.map((page) => page.querySelector("h2")?.textContent ?? "");
  let texts;
  let at = pageOf(location.search, count);
  let zoom = 0;

  const isBook = () => root.dataset.mode === "book";
  const button = (act) => root.querySelector(`button[data-act="${act}"]`);
  const range = (open) => open.join("–");

  function show(n, turn) {
    at = n;
    const open = spreadOf(at, count, wide.matches);
    for (const page of pages) {
      const place = open.indexOf(Number(page.dataset.page));
      page.toggleAttribute("data-open", place >= 0);
      if (place >= 0) page.dataset.side = open.length === 1 ? "alone" : place === 0 ? "left" : "right";
    }
    spread.dataset.count = String(open.length);
    delete spread.dataset.turn;
    if (turn) {
      void spread.offsetWidth; // so that the same turn runs again
      spread.dataset.turn = turn;
    }
    for (const page of pages) page.scrollTop = 0;
    status.textContent = fill(words.at, { pages: range(open), count });
    spread.setAttribute("aria-label", fill(words.spread, { pages: range(open), title: headings[open[0] - 1] }));
    setDisabled("previous", open[0] === 1);
    setDisabled("next", open.at(-1) === count);
    for (const each of thumbs.children) {
      const isOpen = open.includes(Number(each.dataset.to));
      each.toggleAttribute("aria-current", isOpen);
      if (isOpen) each.setAttribute("aria-current", "true");
      if (isOpen) thumbs.scrollLeft = each.offsetLeft - (thumbs.clientWidth - each.clientWidth) / 2;
    }
    const address = new URL(location.href);
    if (at === 1) address.searchParams.delete("trang");
    else address.searchParams.set("trang", String(at));
    address.hash = "";
    history.replaceState(history.state, "", address);
  }

  function setDisabled(act, off) {
    const control = button(act);
    if (off && document.activeElement === control) spread.focus();
    control.disabled = off;
  }

  function turn(step) {
    const open = spreadOf(at, count, wide.matches);
    const to = step > 0 ? open.at(-1) + 1 : open[0] - 1;
    if (to < 1 || to > count) return;
    show(spreadOf(to, count, wide.matches)[0], step > 0 ? "next" : "previous");
  }

  function setZoom(to) {
    zoom = Math.min(ZOOMS.length - 1, Math.max(0, to));
    stage.style.setProperty("--zoom", String(ZOOMS[zoom]));
    stage.toggleAttribute("data-zoomed", zoom > 0);
    setDisabled("zoom-out", zoom === 0);
    setDisabled("zoom-in", zoom === ZOOMS.length - 1);
  }

  function setMode(mode) {
    root.dataset.mode = mode;
    const control = button("list");
    const label = mode === "book" ? words.list : words.book;
    control.setAttribute("aria-label", label);
    control.title = label;
    if (mode === "book") {
      show(at);
      scrollTo(0, 0);
    } else {
      setZoom(0);
      status.textContent = "";
      document.getElementById(`trang-${at}`)?.scrollIntoView();
    }
  }

  function toggle(element, act) {
    element.hidden = !element.hidden;
    button(act).setAttribute("aria-pressed", String(!element.hidden));
  }

  function makeThumbs() {
    thumbs.replaceChildren();
    for (let n = 1; n <= count; ) {
      const open = spreadOf(n, count, wide.matches);
      const thumb = document.createElement("button");
      thumb.type = "button";
      thumb.dataset.to = String(n);
      thumb.setAttribute("aria-label", fill(words.thumb, { pages: range(open), title: headings[n - 1] }));
      const pictures = document.createElement("span");
      for (const each of open) {
        const picture = pages[each - 1].querySelector("img");
        const small = picture ? picture.cloneNode() : document.createElement("i");
        if (picture) {
          small.alt = "";
          small.sizes = "84px";
          small.removeAttribute("fetchpriority");
          small.loading = "lazy";
        }
        pictures.append(small);
      }
      const label = document.createElement("span");
      label.textContent = range(open);
      thumb.append(pictures, label);
      thumbs.append(thumb);
      n = open.at(-1) + 1;
    }
  }

  function look(typed) {
    texts ??= pages.map((page) => fold(page.textContent));
    const hits = matching(texts, typed);
    found.replaceChildren();
    if (fold(typed) === "") return;
    if (hits.length === 0) {
      const none = document.createElement("li");
      none.textContent = words.none;
      found.append(none);
    }
    for (const n of hits) {
      const hit = document.createElement("button");
      hit.type = "button";
      hit.dataset.to = String(n);
      hit.textContent = fill(words.thumb, { pages: n, title: headings[n - 1] });
      const row = document.createElement("li");
      row.append(hit);
      found.append(row);
    }
  }

  function goTo(n) {
    if (!isBook()) return document.getElementById(`trang-${n}`)?.scrollIntoView();
    show(spreadOf(n, count, wide.matches)[0], n >= at ? "next" : "previous");
  }

  function close(link) {
    const came = document.referrer !== "" && new URL(document.referrer).origin === location.origin;
    if (history.length > 1 && (came || history.state?.idx > 0)) history.back();
    else link.click();
  }

  const acts = {
    next: () => turn(1),
    previous: () => turn(-1),
    "zoom-in": () => setZoom(zoom + 1),
    "zoom-out": () => setZoom(zoom - 1),
    thumbs: () => toggle(thumbs, "thumbs"),
    search: () => {
      toggle(search, "search");
      if (!search.hidden) search.querySelector("input").focus();
    },
    list: () => setMode(isBook() ? "list" : "book"),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()),
  };

  on(root, "click", (event) => {
    const element = event.target instanceof Element ? event.target : root;
    const to = element.closest("[data-to]");
    const inside = element.closest('a[href^="#trang-"]');
    const closing = element.closest('a[data-act="close"]');
    const act = element.closest("button[data-act]")?.dataset.act;
    if (to) goTo(Number(to.dataset.to));
    else if (inside && isBook()) {
      event.preventDefault();
      goTo(Number(inside.hash.slice("#trang-".length)));
    } else if (closing && event.isTrusted) {
      event.preventDefault();
      close(closing);
    } else acts[act]?.();
  });

  on(document, "keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (document.fullscreenElement) return;
      event.preventDefault();
      if (!search.hidden) {
        acts.search();
        button("search").focus();
      } else if (zoom > 0) setZoom(0);
      else close(root.querySelector('a[data-act="close"]'));
      return;
    }
    if (isTyping || !isBook()) return;
    const pan = zoom > 0 && { ArrowLeft: [-PAN, 0], ArrowRight: [PAN, 0], ArrowUp: [0, -PAN], ArrowDown: [0, PAN] }[event.key];
    if (pan) stage.scrollBy(...pan);
    else if (event.key === "ArrowRight") turn(1);
    else if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === "Home") show(1, "previous");
    else if (event.key === "End") show(spreadOf(count, count, wide.matches)[0], "next");
    else if (event.key === "+" || event.key === "=") setZoom(zoom + 1);
    else if (event.key === "-") setZoom(zoom - 1);
    else return;
    event.preventDefault();
  });

  on(search, "input", (event) => look(event.target.value));
  on(search, "submit", (event) => {
    event.preventDefault();
    found.querySelector("button")?.click();
  });

  let touch;
  on(stage, "touchstart", ({ touches }) => {
    touch = touches.length === 1 && zoom === 0 ? touches[0] : undefined;
  });
  on(stage, "touchend", ({ changedTouches: [end] }) => {
    if (!touch || !end || !isBook()) return;
    const [x, y] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
  });

  on(wide, "change", () => {
    makeThumbs();
    if (isBook()) show(spreadOf(at, count, wide.matches)[0]);
  });

  spread.setAttribute("role", "group");
  button("full").hidden = !document.fullscreenEnabled;
  makeThumbs();
  thumbs.hidden = false;
  button("thumbs").setAttribute("aria-pressed", "true");
  at = spreadOf(at, count, wide.matches)[0];
  setMode("book");
  setZoom(0);
  return () => ending.abort();
}
