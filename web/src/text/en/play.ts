export default {
  title: 'Play',
  newGame: 'New board',
  moves: 'moves',
  solved: 'Solved',
};
