/** How the map lies in its window: panned by one finger or the mouse, pinched by two, and told apart
 * from taps and from dragging a unit. */

export interface Tap {
  x: number;
  y: number;
  isTouch: boolean;
  anyway: boolean;
  /** What a mouse is over. A finger, and a mouse that was held, may be over something else by now. */
  under: Element | null;
}

export interface Gestures {
  tap(at: Tap): void;
  /** Whether a drag that begins here takes a unit along; else it pans the map. */
  takes(at: Tap): boolean;
  moved(at: Tap): void;
  dropped(at: Tap): void;
  cancelled(): void;
  /** A mouse without a button moved there. */
  hovered(at: Tap): void;
  /** A finger went sideways over a map that is seen whole. */
  swiped(step: -1 | 1): void;
  /** A finger stayed, or the other button was pressed: whether that means something there. */
  held(at: Tap): boolean;
  /** The other button is held, and was let go. */
  sketching(from: Tap, to: Tap): void;
  sketched(from: Tap, to: Tap): void;
  /** A unit of the map takes so many pixels, and will for a while. */
  rested(scale: number): void;
}

/** A window that is less wide is that of a phone. */
const NARROW = 600;
/** What is shown keeps so far from the edges. */
const AROUND = 48;
const LEAST_FREE = 120;

const TAP_PIXELS = 10;
const DRAG_PIXELS = 6;
const TOOLS = 56;
const TAP_MILLISECONDS = 500;
const SWIPE_PIXELS = 60;
const SWIPE_MILLISECONDS = 700;
/** So long after the last change of scale it is taken to stay. */
const REST_MILLISECONDS = 120;

/** What of the map is seen, as long as no hand has moved it: all of it, or what these points are in. */
type Shown = "whole" | { points: readonly Point[]; least: number; most: number } | "free";
type Point = readonly [number, number];

export class View {
  private x = 0;
  private y = 0;
  /** The pixels that a unit of the map takes, and how many when it is seen whole. */
  scale = 0;
  private least = 1;
  private shown: Shown = "whole";
  /** How large the window is. To ask a browser for it, after something was drawn, has it lay out all. */
  private room: Point = [0, 0];
  /** What of it is covered: above, at the right, below and at the left. */
  private covered: readonly [number, number, number, number] = [0, 0, 0, 0];
  /** Where it lies, while a hand is on it. */
  private place: DOMRect | null = null;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private start: (Tap & { time: number; far: boolean; takes: boolean }) | null = null;
  private wasPinched = false;
  private sketch: (Tap & { far: boolean }) | null = null;
  private wasSketched = false;
  private holding = 0;
  private resting = 0;
  private hover = 0;
  private frame = 0;

  constructor(
    private readonly window_: HTMLElement,
    private readonly sheet: SVGSVGElement,
    private readonly size: Point,
    /** The pixels that a unit of the map takes at most. */
    private readonly most: number,
    private readonly gestures: Gestures,
  ) {
    sheet.style.width = `${size[0]}px`;
    sheet.style.height = `${size[1]}px`;
    new ResizeObserver(() => this.fit()).observe(window_);
    window_.addEventListener("pointerdown", event => this.down(event));
    window_.addEventListener("pointermove", event => this.move(event));
    window_.addEventListener("pointerup", event => this.up(event));
    window_.addEventListener("pointercancel", event => this.cancel(event));
    // A finger that takes a unit along scrolls nothing, whichever way it goes.
    window_.addEventListener("touchstart", event => this.start?.takes && event.preventDefault(), { passive: false });
    window_.addEventListener("wheel", event => this.wheel(event), { passive: false });
    window_.addEventListener("contextmenu", event => {
      // Of some systems it comes as the button is pressed, of others as it is let go.
      if (this.start?.isTouch || this.wasSketched || this.sketch) event.preventDefault();
      this.wasSketched = false;
    });
  }

  /** Keep what is shown in a window of another size. */
  fit(): void {
    const { clientWidth, clientHeight } = this.window_;
    if (!clientWidth || !clientHeight) return;
    const [before, [left, top, width, height]] = [this.middle, this.free(clientWidth, clientHeight)];
    this.room = [clientWidth, clientHeight];
    this.least = Math.min(width / this.size[0], height / this.size[1]);
    if (this.shown === "whole") this.scale = this.least;
    else if (this.shown !== "free") this.frameOn(this.shown);
    else {
      this.scale = this.clamped(this.scale);
      this.x = left + width / 2 - before[0] * this.scale;
      this.y = top + height / 2 - before[1] * this.scale;
    }
    // At once: a map that is seen lies where it stays.
    this.bound();
    this.put();
    this.rest();
  }

  /** Parts of the window that something lies upon, in pixels: above, at the right, below, at the left. */
  cover(sides: readonly [number, number, number, number]): void {
    this.covered = sides;
    this.fit();
  }

  focus(): void {
    this.window_.focus({ preventScroll: true });
  }

  get isWhole(): boolean {
    return this.scale <= this.least * 1.001;
  }

  /** Whether what is shown was chosen, and no hand has moved it since. */
  get isFramed(): boolean {
    return typeof this.shown === "object";
  }

  /** Whether the window is as narrow as a phone's. */
  get isNarrow(): boolean {
    return this.window_.clientWidth < NARROW;
  }

  zoom(by: number): void {
    const [left, top, width, height] = this.free(...this.room);
    this.zoomAt(by, left + width / 2, top + height / 2);
  }

  whole(): void {
    this.shown = "whole";
    this.scale = this.least;
    this.draw();
  }

  /** So that these points, of the map, are in sight, at a scale between these. */
  show(points: readonly Point[], least: number, most = this.most): void {
    if (!points.length) return this.whole();
    this.shown = { points, least, most };
    this.frameOn(this.shown);
    this.draw();
  }

  private frameOn({ points, least, most }: Exclude<Shown, string>): void {
    const [xs, ys] = [points.map(point => point[0]), points.map(point => point[1])];
    const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const [x, y, width, height] = this.free(...this.room);
    const around = (room: number) => Math.max(room - 2 * AROUND, room / 2);
    const fitting = Math.min(around(width) / (right - left || 1), around(height) / (bottom - top || 1));
    this.scale = this.clamped(Math.min(Math.max(fitting, least), most));
    this.x = x + width / 2 - ((left + right) / 2) * this.scale;
    this.y = y + height / 2 - ((top + bottom) / 2) * this.scale;
  }

  /** So that a point, of the map, is in sight: moved no farther than it takes. */
  reveal([px, py]: Point): void {
    const edge = 40;
    const [left, top, width, height] = this.free(...this.room);
    const [x, y] = [this.x + px * this.scale, this.y + py * this.scale];
    const [dx, dy] = [
      Math.max(0, left + edge - x) - Math.max(0, x - left - width + edge),
      Math.max(0, top + edge - y) - Math.max(0, y - top - height + edge),
    ];
    if (!dx && !dy) return;
    this.x += dx;
    this.y += dy;
    this.shown = "free";
    this.draw();
  }

  /** A place of the window as a point of the map. */
  point(clientX: number, clientY: number): [number, number] {
    const { box } = this;
    return [(clientX - box.left - this.x) / this.scale, (clientY - box.top - this.y) / this.scale];
  }

  private get box(): DOMRect {
    return this.place ?? this.window_.getBoundingClientRect();
  }

  /** What of a window nothing lies upon: its left and top, its width and height. */
  private free(width: number, height: number): [number, number, number, number] {
    const [above, right, below, left] = this.covered;
    const [wide, high] = [width - left - right, height - above - below];
    // Where hardly anything is left free the cover is only passing.
    return wide < LEAST_FREE || high < LEAST_FREE ? [0, 0, width, height] : [left, above, wide, high];
  }

  /** The point of the map in the middle of what is free of the window. */
  private get middle(): Point {
    const [left, top, width, height] = this.free(...this.room);
    return [(left + width / 2 - this.x) / this.scale, (top + height / 2 - this.y) / this.scale];
  }

  private clamped(scale: number): number {
    return Math.min(Math.max(scale, this.least), Math.max(this.most, this.least));
  }

  private draw(): void {
    this.bound();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.put());
    this.rest();
  }

  private rest(): void {
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.gestures.rested(this.scale), REST_MILLISECONDS);
  }

  /** No farther out than the window is; a map that is less wide lies at its right. */
  private bound(): void {
    const [left, top, width, height] = this.free(...this.room);
    const within = (at: number, from: number, long: number, room: number, beside = 0) => Math.min(from, Math.max(from + room - long - beside, at));
    const [wide, high] = [this.size[0] * this.scale, this.size[1] * this.scale];
    // What lies below the tools can be taken out from there.
    this.x = wide < width + 1 ? left + width - wide : within(this.x, left, wide, width, TOOLS);
    this.y = high < height + 1 ? top + (height - high) / 2 : within(this.y, top, high, height);
  }

  private put(): void {
    // A map that is seen whole leaves the page to be scrolled over it.
    const action = this.isWhole ? "pan-y" : "none";
    if (this.window_.style.touchAction !== action) this.window_.style.touchAction = action;
    this.sheet.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.scale})`;
  }

  private zoomAt(by: number, x: number, y: number): void {
    const scale = this.clamped(this.scale * by);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.shown = this.isWhole ? "whole" : "free";
    this.draw();
  }

  private wheel(event: WheelEvent): void {
    this.place = null;
    // At its smallest, the page scrolls on.
    if (event.deltaY > 0 && this.isWhole) return;
    event.preventDefault();
    const { box } = this;
    this.zoomAt(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  private down(event: PointerEvent): void {
    this.place = this.window_.getBoundingClientRect();
    if (event.button === 2) {
      this.sketch = { ...tapOf(event), far: false };
      return;
    }
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) {
      // A second finger never picks anything, nor does the first any more.
      if (this.start?.far && this.start.takes) this.gestures.cancelled();
      this.start = null;
      this.wasPinched = true;
      return;
    }
    this.wasPinched = false;
    const at = tapOf(event);
    this.start = { ...at, time: event.timeStamp, far: false, takes: this.gestures.takes(at) };
    if (at.isTouch) this.holding = window.setTimeout(() => this.held(at), TAP_MILLISECONDS);
  }

  /** The finger is where it was, and is up no sooner. */
  private held(at: Tap): void {
    if (this.start && !this.start.far && this.gestures.held(at)) this.start = null;
  }

  private move(event: PointerEvent): void {
    // What was held was let go where nothing of it was heard.
    if (!event.buttons && (this.sketch || this.pointers.has(event.pointerId))) this.cancel(event);
    if (this.sketch) {
      const to = tapOf(event);
      this.sketch.far ||= Math.hypot(to.x - this.sketch.x, to.y - this.sketch.y) >= DRAG_PIXELS;
      if (!this.sketch.far) return;
      this.window_.setPointerCapture(event.pointerId);
      this.gestures.sketching(this.sketch, to);
      return;
    }
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "mouse") return;
      cancelAnimationFrame(this.hover);
      const at = tapOf(event);
      this.hover = requestAnimationFrame(() => this.gestures.hovered(at));
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)![1];
      const far = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const { box } = this;
      this.x += (now.x - before.x) / 2;
      this.y += (now.y - before.y) / 2;
      this.zoomAt(far(now) / far(before), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
    } else if (this.start) {
      const moved = Math.hypot(now.x - this.start.x, now.y - this.start.y);
      if (moved >= (this.start.isTouch ? TAP_PIXELS : DRAG_PIXELS) && !this.start.far) {
        this.start.far = true;
        this.window_.setPointerCapture(event.pointerId);
      }
      if (this.start.far && this.start.takes) this.gestures.moved(tapOf(event));
      else if (this.start.far) {
        this.x += now.x - before.x;
        this.y += now.y - before.y;
        if (!this.isWhole) this.shown = "free";
        this.draw();
      }
    }
    this.pointers.set(event.pointerId, now);
  }

  private up(event: PointerEvent): void {
    this.place = null;
    if (this.sketch && event.button === 2) {
      const { sketch } = this;
      this.sketch = null;
      this.wasSketched = sketch.far;
      if (sketch.far) this.gestures.sketched(sketch, tapOf(event));
      else this.wasSketched = this.gestures.held(tapOf(event));
      return;
    }
    clearTimeout(this.holding);
    if (!this.pointers.delete(event.pointerId)) return;
    const { start } = this;
    this.start = null;
    if (!start || this.wasPinched) return;
    if (start.far) {
      if (start.takes) this.gestures.dropped(tapOf(event));
      else this.swiped(start, event);
    } else if (!start.isTouch || event.timeStamp - start.time < TAP_MILLISECONDS) {
      this.gestures.tap(tapOf(event));
    }
  }

  private swiped(start: Tap & { time: number }, event: PointerEvent): void {
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    const isSideways = Math.abs(x) >= SWIPE_PIXELS && Math.abs(y) < Math.abs(x) / 2;
    if (start.isTouch && this.isWhole && isSideways && event.timeStamp - start.time < SWIPE_MILLISECONDS) this.gestures.swiped(x > 0 ? -1 : 1);
  }

  private cancel(event: PointerEvent): void {
    clearTimeout(this.holding);
    this.place = null;
    this.pointers.delete(event.pointerId);
    if (this.sketch?.far || (this.start?.far && this.start.takes)) this.gestures.cancelled();
    this.sketch = null;
    this.start = null;
  }
}

function tapOf(event: PointerEvent): Tap {
  const under = event.pointerType === "mouse" ? (event.target as Element) : null;
  return { x: event.clientX, y: event.clientY, isTouch: event.pointerType === "touch", anyway: event.shiftKey, under };
}
