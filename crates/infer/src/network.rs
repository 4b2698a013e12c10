//! The weights of a run, prepared for the loops.

use std::convert::Infallible;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, Pattern};
use isocount_model::{
    Aggregation, CountGnnConfig, CountGnnEConfig, CountGnnMConfig, EdgeCentricConfig, Encoding,
    HeadKind, ModelConfig, ModelFiles, Output, Reverse,
};

use crate::encode::{
    Aggregate, EdgeCentric, EdgeLayer, Encoded, Encoder, Gin, GinLayer, Scratch, Vocabulary,
    over_rows, piece_rows, pieces, total, total_into,
};
use crate::error::{EncodeError, UnknownLabel};
use crate::kernel::{FilmRows, Product, Start, film_sums, product};
use crate::memory::zeros;
use crate::pattern_code::{CodeParts, EncodedPair, PatternCode};
use crate::tensors::{Padded, Tensors, padded};
use crate::{InferError, SLOPE};

/// A trained Count-GNN, Count-GNN\E or Count-GNN\M.
#[derive(Clone, Debug)]
pub struct Network {
    /// d.
    pub(crate) width: usize,
    patterns: Encoder,
    graphs: Encoder,
    pattern_readout: Padded,
    /// The contributions of a pattern to the head and, with modulation, to the film, concatenated.
    of_pattern: Linear,
    pub(crate) film: Option<Film>,
    graph_readout: Padded,
    head: Head,
    output: Output,
    hash: [u8; 32],
}

/// A matrix and a bias.
#[derive(Clone, Debug)]
struct Linear {
    weight: Padded,
    bias: Vec<f32>,
}

impl Linear {
    /// The concatenation of both.
    fn beside(mut self, other: &Self) -> Self {
        self.bias.extend_from_slice(&other.bias);
        Self { weight: self.weight.beside(&other.weight), bias: self.bias }
    }
}

/// Modulation: `isocount-nn`, `layer/film_readout.rs`.
#[derive(Clone, Debug)]
pub(crate) struct Film {
    /// `W_γ` and `W_β` side by side.
    pub(crate) own: Padded,
}

/// The comparison of a pattern and a graph: `isocount-nn`, `head/count_head.rs`. F consists of four
/// parts, for x, y, x − y and x ⊙ y; those of x − y are added to those of x and y in advance. The
/// part of x is not stored here, but in the contribution of a pattern.
#[derive(Clone, Debug)]
struct Head {
    of_graph: Padded,
    of_product: Padded,
    count: Vec<f32>,
    count_bias: f32,
}

impl Network {
    /// Whether its rows represent nodes.
    pub(crate) fn is_node_centric(&self) -> bool {
        matches!(self.graphs, Encoder::Gin(_))
    }

    /// Reads a run.
    ///
    /// # Errors
    /// If there is no run, its files are damaged or of a newer version, or its model has no fused
    /// form.
    pub fn load(run: &Path) -> Result<Self, InferError> {
        Self::of(&ModelFiles::read(run)?)
    }

    /// Creates a network from the files of a model.
    ///
    /// # Errors
    /// If the weights do not match the settings, or the model has no fused form.
    pub fn of(files: &ModelFiles) -> Result<Self, InferError> {
        let config = files.config();
        let tensors = Tensors::new(files.weights())?;
        let vocabulary =
            Vocabulary { nodes: config.labels.nodes.len(), edges: config.labels.edges.len() };
        let reader = Reader { tensors: &tensors, vocabulary };
        let apart = ["pattern_encoder", "graph_encoder"];
        let ([patterns, graphs], d) = match &config.model {
            ModelConfig::CountGnn(CountGnnConfig {
                encoder,
                shared,
                head: HeadKind::Count,
                ..
            }) => {
                let names = if *shared { ["encoder"; 2] } else { apart };
                (names.map(|name| reader.edge_centric(name, encoder)), encoder.width)
            }
            ModelConfig::CountGnnM(CountGnnMConfig { encoder }) => {
                (apart.map(|name| reader.edge_centric(name, encoder)), encoder.width)
            }
            &ModelConfig::CountGnnE(CountGnnEConfig { layers, width }) => {
                (apart.map(|name| reader.gin(name, layers, width)), width)
            }
            other => return Err(InferError::Unsupported(other.name().to_owned())),
        };
        let (head, mut of_pattern) = reader.head(d)?;
        let (film, graph_readout) = if let ModelConfig::CountGnnM(_) = config.model {
            (None, tensors.matrix("graph_readout.weight", d, d)?)
        } else {
            let film = Linear {
                weight: tensors.halves("film.pattern.weight", d, d)?,
                bias: tensors.halves("film.pattern.bias", 1, d)?.data,
            };
            of_pattern = of_pattern.beside(&film);
            let film = Film { own: tensors.halves("film.own", d, d)? };
            (Some(film), tensors.matrix("film.readout.weight", d, d)?)
        };
        Ok(Self {
            width: d,
            patterns: patterns?,
            graphs: graphs?,
            pattern_readout: tensors.matrix("pattern_readout.weight", d, d)?,
            of_pattern,
            film,
            graph_readout,
            head,
            output: config.training.output,
            hash: files.hash(),
        })
    }

    /// A checksum of the settings and weights.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// The number of rows of a graph: of its arcs, or of its nodes.
    pub(crate) fn num_rows(&self, graph: &LabeledGraph) -> usize {
        if self.is_node_centric() { graph.num_nodes() } else { graph.num_arcs() }
    }

    /// Prepares a pattern.
    ///
    /// # Errors
    /// If it has a label that the model does not know.
    pub fn pattern(&self, pattern: &Pattern) -> Result<PatternCode, UnknownLabel> {
        match self.encode_pattern(pattern, &Control::NONE) {
            Ok(code) => Ok(code),
            Err(EncodeError::UnknownLabel(problem)) => Err(problem),
            Err(EncodeError::Cancelled(_)) => unreachable!("the control cannot be cancelled"),
        }
    }

    /// Like [`pattern`](Self::pattern), but cancellable.
    pub(crate) fn encode_pattern(
        &self,
        pattern: &Pattern,
        control: &Control,
    ) -> Result<PatternCode, EncodeError> {
        let stride = padded(self.width);
        let mut scratch = Scratch::take();
        self.patterns.rows(pattern, 1, control, &mut scratch)?;
        let Scratch { h, total, sums, .. } = &mut *scratch;
        total_into(h, stride, control, total)?;
        sums.clear();
        sums.extend(total.iter().map(|&x| x as f32));
        let mut code = PatternCode::zeros(stride, self.of_pattern.weight.stride);
        let CodeParts { x, derived } = code.parts_mut();
        product(&self.times(&self.pattern_readout, Start::Zero, SLOPE), sums, x);
        let Linear { weight, bias } = &self.of_pattern;
        product(&self.times(weight, Start::Row(bias), 1.0), x, derived);
        scratch.keep();
        Ok(code)
    }

    /// Prepares a graph for [`Network::fused`].
    ///
    /// # Errors
    /// If it has a label that the model does not know, or the work was cancelled.
    pub fn encode(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
    ) -> Result<Encoded, EncodeError> {
        let mut encoded = self.encode_rows(graph, threads, control)?;
        if let Some(film) = &self.film {
            let stride = padded(self.width);
            let mut ab = zeros(encoded.h.len() * 2);
            let own = self.times(&film.own, Start::Zero, 1.0);
            over_rows(&mut ab, 2 * stride, threads, control, |first, ab| {
                let h = &encoded.h[first * stride..first * stride + ab.len() / 2];
                product(&own, h, ab);
            })?;
            encoded.ab = ab;
        }
        Ok(encoded)
    }

    /// Prepares a graph for an index.
    pub(crate) fn encode_rows(
        &self,
        graph: &LabeledGraph,
        threads: usize,
        control: &Control,
    ) -> Result<Encoded, EncodeError> {
        let mut scratch = Scratch::take();
        self.graphs.rows(graph, threads, control, &mut scratch)?;
        let h = std::mem::take(&mut scratch.h);
        scratch.keep();
        let total = total(&h, padded(self.width), control)?;
        Ok(Encoded { h, ab: Vec::new(), total })
    }

    /// The predicted count, by one pass over the rows of the graph.
    #[must_use]
    pub fn fused(&self, graph: &Encoded, pattern: &PatternCode) -> f64 {
        self.fused_pairs(&[EncodedPair { graph, pattern }])[0]
    }

    /// The counts of many pairs.
    #[must_use]
    pub fn fused_pairs(&self, pairs: &[EncodedPair<'_, Encoded>]) -> Vec<f64> {
        let mut sums = Vec::with_capacity(pairs.len() * padded(self.width));
        for EncodedPair { graph, pattern } in pairs {
            let Ok(()) = self.fused_sums(graph, pattern, &mut sums, || Ok::<_, Infallible>(()));
        }
        let patterns: Vec<&PatternCode> = pairs.iter().map(|pair| pair.pattern).collect();
        self.counts(&patterns, &sums)
    }

    /// Appends `r` of a pair, by one pass. Checks for cancellation every few thousand rows.
    pub(crate) fn fused_sums<E>(
        &self,
        graph: &Encoded,
        pattern: &PatternCode,
        to: &mut Vec<f64>,
        go_on: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let at = to.len();
        to.extend(&graph.total);
        if self.film.is_none() {
            return Ok(());
        }
        let width = padded(self.width);
        for rows in pieces(graph.h.len(), piece_rows(width) * width) {
            go_on()?;
            let (h, ab) = (&graph.h[rows.clone()], &graph.ab[2 * rows.start..2 * rows.end]);
            let rows = FilmRows { h, ab, c: pattern.c(), width, slope: SLOPE };
            film_sums(rows, &mut to[at..]);
        }
        Ok(())
    }

    /// The counts for patterns and their rows `r`.
    pub(crate) fn counts(&self, patterns: &[&PatternCode], sums: &[f64]) -> Vec<f64> {
        self.outputs(patterns, sums).into_iter().map(|raw| self.output.count(raw)).collect()
    }

    /// The outputs before clamping at zero.
    pub(crate) fn outputs(&self, patterns: &[&PatternCode], sums: &[f64]) -> Vec<f64> {
        let (_, matched) = self.matched(patterns, sums);
        let output = |row: &[f32]| {
            let sum: f32 = row.iter().zip(&self.head.count).map(|(x, w)| x * w).sum();
            f64::from(sum + self.head.count_bias)
        };
        matched.chunks_exact(padded(self.width)).map(output).collect()
    }

    /// `h_G` of each pair, and its match with the pattern.
    fn matched(&self, patterns: &[&PatternCode], sums: &[f64]) -> (Vec<f32>, Vec<f32>) {
        let stride = padded(self.width);
        let sums: Vec<f32> = sums.iter().map(|&x| x as f32).collect();
        let mut y = vec![0.0; sums.len()];
        product(&self.times(&self.graph_readout, Start::Zero, SLOPE), &sums, &mut y);
        let (mut matched, mut products) = (Vec::new(), sums);
        matched.reserve_exact(y.len());
        products.clear();
        for (pattern, y) in patterns.iter().zip(y.chunks_exact(stride)) {
            matched.extend_from_slice(pattern.base());
            products.extend(pattern.x().iter().zip(y).map(|(x, y)| x * y));
        }
        product(&self.times(&self.head.of_graph, Start::Held, 1.0), &y, &mut matched);
        product(&self.times(&self.head.of_product, Start::Held, SLOPE), &products, &mut matched);
        (y, matched)
    }

    /// The gradient of the output with respect to `r`: the output is linear as long as no σ passes
    /// its knee.
    pub(crate) fn slope_by_sums(&self, pattern: &PatternCode, r: &[f64]) -> Vec<f64> {
        let (x, (y, matched)) = (pattern.x(), self.matched(&[pattern], r));
        // σ keeps signs, so its value determines the side of the knee.
        let knee = |value: f32| f64::from(if value > 0.0 { 1.0 } else { SLOPE });
        let by_match: Vec<f64> = matched
            .iter()
            .zip(&self.head.count)
            .map(|(value, weight)| knee(*value) * f64::from(*weight))
            .collect();
        let dot = |row: &[f32], by: &[f64]| -> f64 {
            row.iter().zip(by).map(|(w, by)| f64::from(*w) * by).sum()
        };
        let by_y: Vec<f64> = (0..self.width)
            .map(|j| {
                let through_product = dot(self.head.of_product.row(j), &by_match);
                let own = dot(self.head.of_graph.row(j), &by_match);
                knee(y[j]) * (own + f64::from(x[j]) * through_product)
            })
            .collect();
        (0..self.width).map(|j| dot(self.graph_readout.row(j), &by_y)).collect()
    }

    fn times<'a>(&self, weight: &'a Padded, start: Start<'a>, slope: f32) -> Product<'a> {
        Product {
            inner: self.width,
            x_stride: padded(self.width),
            weights: &weight.data,
            width: weight.stride,
            start,
            slope,
            residual: false,
        }
    }
}

/// Reads tensors by their names in `isocount-nn`.
struct Reader<'a> {
    tensors: &'a Tensors<'a>,
    vocabulary: Vocabulary,
}

impl Reader<'_> {
    fn edge_centric(&self, name: &str, config: &EdgeCentricConfig) -> Result<Encoder, InferError> {
        let aggregate = match (config.aggregation, config.reverse) {
            (Aggregation::Mean, Reverse::Include) => Aggregate::Mean,
            (Aggregation::Sum, Reverse::Include) => Aggregate::Sum,
            (Aggregation::Attention, _) => {
                return Err(InferError::Unsupported("aggregation = \"attention\"".to_owned()));
            }
            (_, Reverse::Exclude) => {
                return Err(InferError::Unsupported("reverse = \"exclude\"".to_owned()));
            }
        };
        let layer = |ix: usize| {
            let rows = if ix == 0 { self.first_width(config) } else { config.width };
            let tensor = |part: &str| format!("{name}.layer{ix}.{part}");
            Ok(EdgeLayer {
                own: self.tensors.matrix(&tensor("own"), rows, config.width)?,
                message: self.tensors.matrix(&tensor("message"), rows, config.width)?,
                bias: self.tensors.row(&tensor("bias"), config.width)?,
            })
        };
        let mut layers = (0..config.layers).map(layer).collect::<Result<Vec<_>, InferError>>()?;
        if config.encoding == Encoding::Embedding {
            self.embed(name, config, &mut layers[0])?;
        }
        Ok(Encoder::EdgeCentric(EdgeCentric {
            layers,
            width: config.width,
            vocabulary: self.vocabulary,
            aggregate,
            residual: config.residual,
        }))
    }

    fn first_width(&self, config: &EdgeCentricConfig) -> usize {
        match config.encoding {
            Encoding::Embedding => 3 * config.embedding_width,
            Encoding::OneHot => 2 * self.vocabulary.nodes + self.vocabulary.edges,
        }
    }

    /// Replaces the weights for embedded labels by weights for the labels themselves.
    fn embed(
        &self,
        name: &str,
        config: &EdgeCentricConfig,
        layer: &mut EdgeLayer,
    ) -> Result<(), InferError> {
        let (e, Vocabulary { nodes, edges }) = (config.embedding_width, self.vocabulary);
        let of_nodes = self.tensors.matrix(&format!("{name}.labels.nodes"), nodes, e)?;
        let of_edges = self.tensors.matrix(&format!("{name}.labels.edges"), edges, e)?;
        let whole = |weights: &Padded| {
            let mut out = Padded::zeros(2 * nodes + edges, config.width);
            let mut row = 0;
            for (part, table) in [&of_nodes, &of_edges, &of_nodes].into_iter().enumerate() {
                for label in 0..table.rows {
                    for (k, x) in table.row(label)[..e].iter().enumerate() {
                        let from = weights.row(part * e + k);
                        out.row_mut(row).iter_mut().zip(from).for_each(|(to, w)| *to += x * w);
                    }
                    row += 1;
                }
            }
            out
        };
        layer.own = whole(&layer.own);
        layer.message = whole(&layer.message);
        Ok(())
    }

    fn gin(&self, name: &str, layers: usize, width: usize) -> Result<Encoder, InferError> {
        let layer = |ix: usize| {
            let rows = if ix == 0 { self.vocabulary.nodes } else { width };
            let linear = |part: &str, rows: usize| -> Result<(Padded, Vec<f32>), InferError> {
                let tensor = |kind: &str| format!("{name}.layer{ix}.{part}.{kind}");
                let weight = self.tensors.matrix(&tensor("weight"), rows, width)?;
                Ok((weight, self.tensors.row(&tensor("bias"), width)?))
            };
            Ok(GinLayer {
                epsilon: self.tensors.number(&format!("{name}.layer{ix}.epsilon"))?,
                first: linear("first", rows)?,
                second: linear("second", width)?,
            })
        };
        let layers = (0..layers).map(layer).collect::<Result<_, InferError>>()?;
        Ok(Encoder::Gin(Gin { layers, vocabulary: self.vocabulary }))
    }

    /// The head, and the contribution of a pattern to it.
    fn head(&self, d: usize) -> Result<(Head, Linear), InferError> {
        let all = self.tensors.matrix("head.match.weight", 4 * d, d)?;
        let [x, y, difference, product] = [0, 1, 2, 3].map(|ix| all.part(ix * d..(ix + 1) * d));
        let count = self.tensors.matrix("head.count.weight", d, 1)?;
        let mut of_count = vec![0.0; padded(d)];
        for (ix, to) in of_count[..d].iter_mut().enumerate() {
            *to = count.row(ix)[0];
        }
        let of_pattern = Linear {
            weight: x.plus(1.0, &difference),
            bias: self.tensors.row("head.match.bias", d)?,
        };
        let head = Head {
            of_graph: y.plus(-1.0, &difference),
            of_product: product,
            count: of_count,
            count_bias: self.tensors.number("head.count.bias")?,
        };
        Ok((head, of_pattern))
    }
}
