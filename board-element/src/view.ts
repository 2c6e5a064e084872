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
}

const CLOSEST = 6;
const TAP_PIXELS = 10;
const DRAG_PIXELS = 6;
const TOOLS = 56;
const TAP_MILLISECONDS = 500;
const SWIPE_PIXELS = 60;
const SWIPE_MILLISECONDS = 700;

export class View {
  private x = 0;
  private y = 0;
  private k = 1;
  private fitted = 1;
  /** How large the window is. To ask a browser for it, after something was drawn, has it lay out all. */
  private room: readonly [number, number] = [0, 0];
  /** Where it lies, while a hand is on it. */
  private place: DOMRect | null = null;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private start: (Tap & { time: number; far: boolean; takes: boolean }) | null = null;
  private wasPinched = false;
  private sketch: (Tap & { far: boolean }) | null = null;
  private wasSketched = false;
  private holding = 0;
  private hover = 0;
  private frame = 0;

  constructor(
    private readonly window_: HTMLElement,
    private readonly sheet: SVGSVGElement,
    private readonly size: readonly [number, number],
    private readonly gestures: Gestures,
  ) {
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

  /** The whole map, as large as there is room for. */
  fit(): void {
    const { clientWidth, clientHeight } = this.window_;
    if (!clientWidth) return;
    this.room = [clientWidth, clientHeight];
    this.fitted = Math.min(clientWidth / this.size[0], clientHeight / this.size[1]);
    this.sheet.style.width = `${this.size[0] * this.fitted}px`;
    this.sheet.style.height = `${this.size[1] * this.fitted}px`;
    // At once: a map that is seen lies where it stays.
    this.bound();
    this.put();
  }

  focus(): void {
    this.window_.focus({ preventScroll: true });
  }

  zoom(by: number): void {
    this.zoomAt(by, this.room[0] / 2, this.room[1] / 2);
  }

  whole(): void {
    this.k = 1;
    this.draw();
  }

  /** So that these points, of the map, are in sight with something around them. */
  show(points: readonly (readonly [number, number])[], margin: number): void {
    if (!points.length) return;
    const xs = points.map(point => point[0]);
    const ys = points.map(point => point[1]);
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    const [right, bottom] = [Math.max(...xs) + margin, Math.max(...ys) + margin];
    const [width, height] = this.room;
    const scale = Math.min(width / (right - left), height / (bottom - top));
    this.k = Math.min(Math.max(scale / this.fitted, 1), CLOSEST);
    const whole = this.fitted * this.k;
    this.x = width / 2 - ((left + right) / 2) * whole;
    this.y = height / 2 - ((top + bottom) / 2) * whole;
    this.draw();
  }

  /** So that a point, of the map, is in sight: moved no farther than it takes. */
  reveal([px, py]: readonly [number, number]): void {
    const whole = this.fitted * this.k;
    const edge = 40;
    const [x, y] = [this.x + px * whole, this.y + py * whole];
    this.x += Math.max(0, edge - x) - Math.max(0, x - this.room[0] + edge);
    this.y += Math.max(0, edge - y) - Math.max(0, y - this.room[1] + edge);
    this.draw();
  }

  /** A place of the window as a point of the map. */
  point(clientX: number, clientY: number): [number, number] {
    const { box } = this;
    const whole = this.fitted * this.k;
    return [(clientX - box.left - this.x) / whole, (clientY - box.top - this.y) / whole];
  }

  private get box(): DOMRect {
    return this.place ?? this.window_.getBoundingClientRect();
  }

  private draw(): void {
    this.bound();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.put());
  }

  /** No farther out than the window is. */
  private bound(): void {
    const within = (at: number, long: number, room: number, beside = 0) => (long < room + 1 ? (room - long) / 2 : Math.min(0, Math.max(room - long - beside, at)));
    const whole = this.fitted * this.k;
    // What lies below the tools can be taken out from there.
    this.x = within(this.x, this.size[0] * whole, this.room[0], TOOLS);
    this.y = within(this.y, this.size[1] * whole, this.room[1]);
  }

  private put(): void {
    // A map that is seen whole leaves the page to be scrolled over it.
    const action = this.k > 1 ? "none" : "pan-y";
    if (this.window_.style.touchAction !== action) this.window_.style.touchAction = action;
    this.sheet.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.k})`;
  }

  private zoomAt(by: number, x: number, y: number): void {
    const k = Math.min(Math.max(this.k * by, 1), CLOSEST);
    this.x = x - ((x - this.x) * k) / this.k;
    this.y = y - ((y - this.y) * k) / this.k;
    this.k = k;
    this.draw();
  }

  private wheel(event: WheelEvent): void {
    this.place = null;
    // At its smallest, the page scrolls on.
    if (event.deltaY > 0 && this.k === 1) return;
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
    if (start.isTouch && this.k === 1 && isSideways && event.timeStamp - start.time < SWIPE_MILLISECONDS) this.gestures.swiped(x > 0 ? -1 : 1);
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
