// A game in a frame goes on when it is judged: then the frame is read anew.
const { follow } = document.body.dataset;
const MOVES = new Set(["Began", "Judged", "RolledBack", "Ended"]);
if (follow && window.EventSource) {
  new EventSource(follow).addEventListener("event", event => {
    if (MOVES.has(JSON.parse(event.data).kind)) location.reload();
  });
}
